/**
 * Asks for reviews of an order: the browser calls it, without waiting, when an order is placed. The rule is the
 * database's (request_reviews), which also asks when nobody called. Whoever knows an order's id, a random one, may
 * call: it can only bring about what completing the order brings about anyway, and once. Every well-formed call is
 * answered alike, so that nothing is learnt about orders.
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
  if (request.method !== "POST") return answer(405, { error: "Only POST is understood" });
  const orderId = await orderIdOf(request);
  if (orderId === null) return answer(400, { error: "orderId must be the id of an order" });
  const url = Deno.env.get("SUPABASE_URL") ?? "";
  const key = Deno.env.get("SUPABASE_SERVICE_ROLE_KEY") ?? "";
  const database = new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
  });
  const { error } = await database.rpc("request_reviews", {
    of_order: orderId,
    by_account: callerOf(request),
  });
  if (error) {
    console.error(`request_reviews failed: ${error.code}`);
    return answer(500, { error: "The request could not be stored" });
  }
  return answer(200, { ok: true });
});

async function orderIdOf(request: Request): Promise<string | null> {
  try {
    const { orderId }: { orderId?: unknown } = await request.json();
    return typeof orderId === "string" && UUID.test(orderId) ? orderId : null;
  } catch {
    return null;
  }
}

/** The account of a signed-in caller, whose orders alone are then meant; null for the public key. */
function callerOf(request: Request): string | null {
  const [, payload = ""] = (request.headers.get("authorization") ?? "").split(".");
  try {
    // The platform has verified the token before it let the call through.
    const { sub }: { sub?: unknown } = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
    return typeof sub === "string" ? sub : null;
  } catch {
    return null;
  }
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: CORS });
}
