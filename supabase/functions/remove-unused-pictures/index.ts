/**
 * Deletes uploaded images that no row references: they were chosen in a form that was never saved. The
 * database lists them (unused_pictures); the storage service deletes them, so that the file goes with its
 * row. The function acts as its caller, and only the service role may do either. It is called periodically:
 * by the shop's own process, on a hosted project by a schedule. Concurrent calls are harmless.
 */
import { PostgrestClient } from "@supabase/postgrest-js";
import { StorageClient } from "@supabase/storage-js";

const BUCKET = "product-pictures";

Deno.serve(async (request) => {
  if (request.method !== "POST") return Response.json({ error: "Only POST is understood" }, { status: 405 });
  const url = Deno.env.get("SUPABASE_URL") ?? "";
  const authorization = request.headers.get("authorization") ?? "";
  const headers = { authorization, apikey: authorization.replace(/^bearer /i, "") };
  const listed = await new PostgrestClient(`${url}/rest/v1`, { headers }).rpc("unused_pictures");
  if (listed.error) return errorResponse("listed", listed.status, listed.error.message);
  const names: string[] = listed.data;
  if (names.length === 0) return Response.json({ removed: 0 });
  const removed = await new StorageClient(`${url}/storage/v1`, headers).from(BUCKET).remove(names);
  if (removed.error) return errorResponse("removed", 500, removed.error.message);
  return Response.json({ removed: removed.data.length });
});

function errorResponse(action: string, status: number, reason: string): Response {
  console.error(`unused pictures could not be ${action}: ${reason}`);
  return Response.json({ error: `The pictures could not be ${action}` }, { status });
}
