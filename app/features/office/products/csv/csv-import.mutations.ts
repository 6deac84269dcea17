/** Having the lines of a file judged by the database, and taken: all of them or none. */
import * as z from "zod/mini";
import type { Supabase } from "../../../../lib/supabase.client.ts";
import type { ImportRow } from "./csv-import.ts";

const verdict = z.object({
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  error: z.int(),
  applied: z.boolean(),
  lines: z.array(
    z.object({
      line: z.int(),
      action: z.enum(["create", "update", "unchanged", "error"]),
      reference: z.nullish(z.string()),
      name: z.nullish(z.string()),
      /** Names of the database's columns. */
      changed: z.array(z.string()),
      problems: z.array(z.object({ column: z.string(), message: z.string() })),
    }),
  ),
});

/** What becomes of each line, or would become of it. */
export type Verdict = z.infer<typeof verdict>;

/** What an import would do; nothing is written. Throws with the database's reason. */
export function judgeImport(client: Supabase, rows: ImportRow[]): Promise<Verdict> {
  return send(client, { rows, dry_run: true });
}

/**
 * Takes the lines, unless one is wrong. `request` names this import: sent again under the same id it is not done
 * twice. Throws with the database's reason.
 */
export function importProducts(client: Supabase, rows: ImportRow[], request: string): Promise<Verdict> {
  return send(client, { rows, dry_run: false, request });
}

async function send(
  client: Supabase,
  body: { rows: ImportRow[]; dry_run: boolean; request?: string },
): Promise<Verdict> {
  const { data } = await client.rpc("import_products", body).throwOnError();
  return verdict.parse(data);
}
