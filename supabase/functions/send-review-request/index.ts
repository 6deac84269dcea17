/**
 * Requests reviews of an order: the browser calls it, without waiting, when an order is placed. The database
 * decides (request_reviews), and also requests reviews without a call. Anyone who knows an order's id, which
 * is random, may call: the only effect is the request that completing the order causes anyway, and once.
 * Every well-formed call gets the same response, so that it reveals nothing about orders.
 */
import { PostgrestClient } from "@supabase/postgrest-js";

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-allow-headers": "authorization, x-client-info, apikey, content-type",
  "access-control-max-age": "86400",
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

Deno.serve(async (request) => {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: CORS });
  if (request.method !== "POST") return jsonResponse(405, { error: "Only POST is understood" });
  const orderId = await parseOrderId(request);
  if (orderId === null) return jsonResponse(400, { error: "orderId must be the id of an order" });
  const url = Deno.env.get("SUPABASE_URL") ?? "";
  const key = Deno.env.get("SUPABASE_SERVICE_ROLE_KEY") ?? "";
  const database = new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
  });
  const { error } = await database.rpc("request_reviews", {
    of_order: orderId,
    by_account: getUserId(request),
  });
  if (error) {
    console.error(`request_reviews failed: ${error.code}`);
    return jsonResponse(500, { error: "The request could not be stored" });
  }
  return jsonResponse(200, { ok: true });
});

async function parseOrderId(request: Request): Promise<string | null> {
  try {
    const { orderId }: { orderId?: unknown } = await request.json();
    return typeof orderId === "string" && UUID.test(orderId) ? orderId : null;
  } catch {
    return null;
  }
}

/** The account of a signed-in caller, which limits the call to its own orders; null for the public key. */
function getUserId(request: Request): string | null {
  const [, payload = ""] = (request.headers.get("authorization") ?? "").split(".");
  try {
    // The platform has verified the token already.
    const { sub }: { sub?: unknown } = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
    return typeof sub === "string" ? sub : null;
  } catch {
    return null;
  }
}

function jsonResponse(status: number, body: object): Response {
  return Response.json(body, { status, headers: CORS });
}
