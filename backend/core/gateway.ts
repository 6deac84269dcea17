/**
 * Identifies the caller by the request headers. It runs before the services, like the gateway of a Supabase.
 */
import { timingSafeEqual } from "node:crypto";
import { getRequestToken, withCorsHeaders } from "./http.ts";
import type { Keys } from "./keys.ts";
import type { RequestContext } from "./service.ts";
import type { Tokens } from "./tokens.ts";

/** Whether this is a CORS preflight. Other OPTIONS requests go to the services that handle them. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("access-control-request-method");
}

/** Replaces an opaque API key by its token. A secret key sent by a browser is rejected with 401. */
export async function resolveRequestContext(
  request: Request,
  ip: string,
  { tokens, keys }: { tokens: Tokens; keys: Keys },
): Promise<RequestContext | Response> {
  const { headers } = request;
  const apikey = headers.get("apikey") ?? "";
  // Regardless of any other token in the request.
  if (isLeakedSecretKey(apikey, headers.get("user-agent"), keys)) {
    return withCorsHeaders(Response.json({ message: LEAKED_KEY_MESSAGE }, { status: 401 }));
  }
  const token = getRequestToken(headers);
  if (token === null) return { ip, claims: null, tokenFailure: null };
  const result = await tokens.verify(token === apikey ? resolveApiKey(apikey, keys) : token);
  return result.ok
    ? { ip, claims: result.claims, tokenFailure: null }
    : { ip, claims: null, tokenFailure: result.failure };
}

export const LEAKED_KEY_MESSAGE = "Forbidden use of secret API key in browser";

/**
 * Whether a browser sent the secret key. All browsers' user agents begin with `Mozilla/`; those of server
 * clients do not.
 */
export function isLeakedSecretKey(
  key: string,
  userAgent: string | null | undefined,
  { secretKey }: Keys,
): boolean {
  return isEqualConstantTime(key, secretKey) && (userAgent?.startsWith("Mozilla/") ?? false);
}

/** The token of an opaque API key; any other key is returned unchanged. */
export function resolveApiKey(key: string, keys: Keys): string {
  if (isEqualConstantTime(key, keys.secretKey)) return keys.serviceRoleKey;
  return key === keys.publishableKey ? keys.anonKey : key;
}

function isEqualConstantTime(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
