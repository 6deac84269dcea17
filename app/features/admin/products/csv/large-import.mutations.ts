/**
 * Mutations of imports of more than 10,000 lines: they are sent and applied in chunks. Each call can be repeated: what
 * has been done is not done again. They throw with the database's reason.
 */
import * as z from "zod/mini";
import type { ChosenReason } from "#app/features/admin/shared/stock-reason.tsx";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { IMPORT_TIMEOUT_MS, type ImportRow } from "./csv-rows.ts";
import { type ImportProgress, importProgressSchema } from "./large-import.queries.ts";

const lineCountsSchema = z.object({
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  error: z.int(),
});

export type LineCounts = z.infer<typeof lineCountsSchema>;

/** Begins an import with an id made here; what the caller had sent and not confirmed is given up. */
export async function startImport(client: Supabase, id: string, fileName: string): Promise<void> {
  await client.rpc("start_product_import", { import: id, file_name: fileName }).throwOnError();
}

/** What the lines would do. `chunk` is their number, from 1. */
export async function sendImportChunk(
  client: Supabase,
  id: string,
  chunk: number,
  rows: ImportRow[],
): Promise<LineCounts> {
  const { data } = await client
    .rpc("add_product_import_lines", { import: id, chunk, rows })
    .abortSignal(AbortSignal.timeout(IMPORT_TIMEOUT_MS))
    .throwOnError();
  return lineCountsSchema.parse(data);
}

/** Ends the validation. */
export async function completeImport(client: Supabase, id: string, chunks: number): Promise<ImportProgress> {
  const { data } = await client
    .rpc("complete_product_import", { import: id, chunks })
    .abortSignal(AbortSignal.timeout(IMPORT_TIMEOUT_MS))
    .throwOnError();
  return importProgressSchema.parse(data);
}

/** From now on the import is applied to its end, also without this browser, unless it is stopped. */
export async function confirmImport(
  client: Supabase,
  id: string,
  reason: ChosenReason,
): Promise<ImportProgress> {
  const { data } = await client.rpc("confirm_product_import", { import: id, reason }).throwOnError();
  return importProgressSchema.parse(data);
}

/** Applies the next chunk, of an import that somebody else confirmed none. */
export async function applyImportChunk(client: Supabase, id: string): Promise<ImportProgress> {
  const { data } = await client.rpc("apply_product_import", { import: id }).throwOnError();
  return importProgressSchema.parse(data);
}

/** Stops an import that is being applied. What has been applied stays. */
export async function stopImport(client: Supabase, id: string): Promise<ImportProgress> {
  const { data } = await client.rpc("stop_product_import", { import: id }).throwOnError();
  return importProgressSchema.parse(data);
}

/** Gives up an import that is not confirmed. */
export async function cancelImport(client: Supabase, id: string): Promise<void> {
  await client.rpc("cancel_product_import", { import: id }).throwOnError();
}
