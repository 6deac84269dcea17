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

/** A key of the opaque kind becomes the token it stands for, a secret one from a browser is refused with 401. */
export async function identify(
  request: Request,
  ip: string,
  { tokens, keys }: { tokens: Tokens; keys: Keys },
): Promise<RequestContext | Response> {
  const { headers } = request;
  const apikey = headers.get("apikey") ?? "";
  // Whatever token stands beside it.
  if (isLeaked(apikey, headers.get("user-agent"), keys)) {
    return openToOrigins(Response.json({ message: LEAKED }, { status: 401 }));
  }
  const given = tokenOf(headers);
  if (given === null) return { ip, claims: null, tokenFailure: null };
  const result = await tokens.verify(given === apikey ? tokenFor(apikey, keys) : given);
  return result.ok
    ? { ip, claims: result.claims, tokenFailure: null }
    : { ip, claims: null, tokenFailure: result.failure };
}

export const LEAKED = "Forbidden use of secret API key in browser";

/** Whether this is the secret key in a browser's hands. All that people browse with begin so; no server's client does. */
export function isLeaked(key: string, userAgent: string | null | undefined, { secretKey }: Keys): boolean {
  return isSame(key, secretKey) && (userAgent?.startsWith("Mozilla/") ?? false);
}

/** The token that a key stands for; the key itself when it is one. */
export function tokenFor(key: string, keys: Keys): string {
  if (isSame(key, keys.secretKey)) return keys.serviceRoleKey;
  return key === keys.publishableKey ? keys.anonKey : key;
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
