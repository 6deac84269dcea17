/** How far an import of more than 10,000 lines is, and what is wrong with its lines. */
import * as z from "zod/mini";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export const importProgressSchema = z.object({
  id: z.string(),
  file_name: z.string(),
  /** It is being sent, waits for its confirmation, is being applied, or has been. */
  state: z.enum(["checking", "checked", "applying", "done"]),
  actor_name: z.string(),
  is_own: z.boolean(),
  /** The lines that were not applied, of an import that was stopped. */
  left: z.nullable(z.int()),
  chunks: z.int(),
  applied_chunks: z.int(),
  /** The numbers of lines. */
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  error: z.int(),
  applied: z.int(),
  /** Lines that could not be applied, because the shop changed after the validation. */
  skipped: z.int(),
  changes_stock: z.boolean(),
});

export type ImportProgress = z.infer<typeof importProgressSchema>;

const problemLinesSchema = z.array(
  z.object({
    line: z.int(),
    reference: z.nullish(z.string()),
    name: z.nullish(z.string()),
    problems: z.array(z.object({ column: z.string(), message: z.string() })),
  }),
);

export type ProblemLine = z.infer<typeof problemLinesSchema>[number];

/** The import that is active, else the caller's latest one of the last day. */
export async function getImport(client: Supabase): Promise<ImportProgress | null> {
  const { data } = await client.rpc("get_product_import").throwOnError();
  return z.nullable(importProgressSchema).parse(data);
}

/** The first 1000. */
export async function listProblemLines(client: Supabase, id: string): Promise<ProblemLine[]> {
  const { data } = await client.rpc("list_product_import_problems", { import: id }).throwOnError();
  return problemLinesSchema.parse(data);
}
