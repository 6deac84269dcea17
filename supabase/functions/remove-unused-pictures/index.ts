/**
 * Removes uploaded pictures that nothing names: somebody chose them in a form that was never saved. Which ones they are
 * is the database's to say (unused_pictures); the storage service deletes them, so that the file goes with its row.
 * It acts as its caller, and only the service may do either. Called every now and then: by the shop's own process, on
 * a hosted project by a schedule. Two calls at once harm nothing.
 */
import { PostgrestClient } from "@supabase/postgrest-js";
import { StorageClient } from "@supabase/storage-js";

const BUCKET = "product-pictures";

Deno.serve(async (request) => {
  if (request.method !== "POST") return Response.json({ error: "Only POST is understood" }, { status: 405 });
  const url = Deno.env.get("SUPABASE_URL") ?? "";
  const authorization = request.headers.get("authorization") ?? "";
  const headers = { authorization, apikey: authorization.replace(/^bearer /i, "") };
  const asked = await new PostgrestClient(`${url}/rest/v1`, { headers }).rpc("unused_pictures");
  if (asked.error) return refusal("listed", asked.status, asked.error.message);
  const names: string[] = asked.data;
  if (names.length === 0) return Response.json({ removed: 0 });
  const removed = await new StorageClient(`${url}/storage/v1`, headers).from(BUCKET).remove(names);
  if (removed.error) return refusal("removed", 500, removed.error.message);
  return Response.json({ removed: removed.data.length });
});

function refusal(what: string, status: number, reason: string): Response {
  console.error(`unused pictures could not be ${what}: ${reason}`);
  return Response.json({ error: `The pictures could not be ${what}` }, { status });
}
