/** Whether an insert failed because a row with its id exists: the request was sent before, and its response was lost. */
import { PostgrestError } from "@supabase/postgrest-js";
import { UNIQUE_VIOLATION } from "#app/lib/supabase/error-codes.ts";

export function isDuplicateInsert(error: unknown): boolean {
  return (
    error instanceof PostgrestError && error.code === UNIQUE_VIOLATION && error.message.includes("_pkey")
  );
}
