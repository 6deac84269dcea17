/**
 * Who a request comes from, by its headers alone: what stands before the services, as the gateway of a
 * Supabase does.
 */
import { timingSafeEqual } from "node:crypto";
import { openToOrigins, tokenOf } from "./http.ts";
import type { Keys } from "./keys.ts";
import type { RequestContext } from "./service.ts";
import type { Tokens } from "./tokens.ts";

/**
 * A preflight asks on behalf of a page for a method. Other OPTIONS requests are for those services that
 * answer them.
 */
export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("access-control-request-method");
}

/** Opaque keys become the tokens they stand for. A secret one from a browser has leaked: it is refused with 401. */
export async function identify(
  request: Request,
  ip: string,
  { tokens, keys }: { tokens: Tokens; keys: Keys },
): Promise<RequestContext | Response> {
  const { headers } = request;
  const given = tokenOf(headers);
  const apikey = headers.get("apikey") ?? "";
  const isSecret = isSame(apikey, keys.secretKey);
  if (isSecret && isBrowser(headers)) {
    return openToOrigins(
      Response.json({ message: "Forbidden use of secret API key in browser" }, { status: 401 }),
    );
  }
  if (given === null) return { ip, claims: null, tokenFailure: null };
  const token =
    isSecret && given === apikey ? keys.serviceRoleKey : given === keys.publishableKey ? keys.anonKey : given;
  const result = await tokens.verify(token);
  return result.ok
    ? { ip, claims: result.claims, tokenFailure: null }
    : { ip, claims: null, tokenFailure: result.failure };
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** All that people browse with begin so; no server's client does. */
function isBrowser(headers: Headers): boolean {
  return headers.get("user-agent")?.startsWith("Mozilla/") ?? false;
}
