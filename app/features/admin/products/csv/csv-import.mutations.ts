/** Mutations of the CSV import: the database validates the lines, and imports all of them or none. */
import * as z from "zod/mini";
import { type ChosenReason, STOCK_REASON_HEADER } from "#app/features/admin/shared/stock-reason.tsx";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { IMPORT_TIMEOUT_MS, type ImportRow } from "./csv-rows.ts";

const importReportSchema = z.object({
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  error: z.int(),
  applied: z.boolean(),
  lines: z.array(
    z.object({
      line: z.int(),
      action: z.enum(["create", "update", "unchanged", "error"]),
      /** Whether it is a line of a variant, whose name is that of the product and the choices. */
      is_variant: z.optional(z.boolean()),
      reference: z.nullish(z.string()),
      name: z.nullish(z.string()),
      /** Names of database columns. */
      changed: z.array(z.string()),
      problems: z.array(z.object({ column: z.string(), message: z.string() })),
    }),
  ),
});

/** The result, or the expected result, of each line. */
export type ImportReport = z.infer<typeof importReportSchema>;

/** The expected result of an import; nothing is written. Throws with the database's reason. */
export function validateImport(client: Supabase, rows: ImportRow[]): Promise<ImportReport> {
  return callImport(client, { rows, dry_run: true });
}

/**
 * Imports the lines, unless one is invalid. `request` identifies this import: a retry with the same id is not
 * applied twice. Throws with the database's reason.
 */
export function importProducts(
  client: Supabase,
  rows: ImportRow[],
  request: string,
  reason: ChosenReason,
): Promise<ImportReport> {
  return callImport(client, { rows, dry_run: false, request }, reason);
}

async function callImport(
  client: Supabase,
  body: { rows: ImportRow[]; dry_run: boolean; request?: string },
  reason?: ChosenReason,
): Promise<ImportReport> {
  const call = client
    .rpc("import_products_with_variants", body)
    .abortSignal(AbortSignal.timeout(IMPORT_TIMEOUT_MS));
  const { data } = await (reason ? call.setHeader(STOCK_REASON_HEADER, reason) : call).throwOnError();
  return importReportSchema.parse(data);
}
