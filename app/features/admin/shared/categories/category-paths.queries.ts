/** The tree of the categories in words, for choices. Throws when the request fails. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** Supabase's limit of rows in one response. */
const BATCH_SIZE = 1000;

export interface CategoryPath {
  id: string;
  slug: string;
  /** Plomberie > Tubes > PVC. */
  path: string;
  /** From 1, a family, to 4. */
  level: number;
}

/** Each category followed by those below it. */
export async function listCategoryPaths(client: Supabase): Promise<CategoryPath[]> {
  const paths: CategoryPath[] = [];
  for (let last = BATCH_SIZE; last === BATCH_SIZE; ) {
    const { data } = await client
      .from("category_paths")
      .select("id,slug,path,level")
      .order("place")
      .range(paths.length, paths.length + BATCH_SIZE - 1)
      .throwOnError();
    // Columns of a view are nullable in the generated types.
    for (const { id, slug, path, level } of data) {
      if (id && slug && path && level) paths.push({ id, slug, path, level });
    }
    last = data.length;
  }
  return paths;
}
