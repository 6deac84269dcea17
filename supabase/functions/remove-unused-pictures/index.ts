/**
 * Deletes uploaded files that no row references: images and data sheets that were chosen in a form that was never
 * saved, data sheets that were removed since, and the private files of quotes, returns and orders that were deleted or
 * erased. The database lists them (unused_pictures, unused_data_sheets, unused_private_files); the storage service
 * deletes them, so that the file goes with its row. The function acts as its caller, and only the
 * service role may do either. It is called periodically: by the shop's own process, on a hosted project by a
 * schedule. Concurrent calls are harmless.
 */
import { PostgrestClient } from "@supabase/postgrest-js";
import { StorageClient } from "@supabase/storage-js";

/** The function that lists the unused files of each bucket, with its arguments. */
const LISTS = [
  ["product-pictures", "unused_pictures", {}],
  ["product-data-sheets", "unused_data_sheets", {}],
  ...["quotes", "return-photos", "delivery-proofs"].map(
    (bucket) => [bucket, "unused_private_files", { of_bucket: bucket }] as const,
  ),
] as const;

Deno.serve(async (request) => {
  if (request.method !== "POST") return Response.json({ error: "Only POST is understood" }, { status: 405 });
  const url = Deno.env.get("SUPABASE_URL") ?? "";
  const authorization = request.headers.get("authorization") ?? "";
  const headers = { authorization, apikey: authorization.replace(/^bearer /i, "") };
  let count = 0;
  for (const [bucket, list, args] of LISTS) {
    const listed = await new PostgrestClient(`${url}/rest/v1`, { headers }).rpc(list, args);
    if (listed.error) return errorResponse("listed", listed.status, listed.error.message);
    const names: string[] = listed.data;
    if (names.length === 0) continue;
    const removed = await new StorageClient(`${url}/storage/v1`, headers).from(bucket).remove(names);
    if (removed.error) return errorResponse("removed", 500, removed.error.message);
    count += removed.data.length;
  }
  return Response.json({ removed: count });
});

function errorResponse(action: string, status: number, reason: string): Response {
  console.error(`unused files could not be ${action}: ${reason}`);
  return Response.json({ error: `The files could not be ${action}` }, { status });
}
