/**
 * Identifies the caller by the request headers. It runs before the services, like the gateway of a Supabase.
 */
import { timingSafeEqual } from "node:crypto";
import { getRequestToken, withCorsHeaders } from "#backend/core/http/http.ts";
import type { Keys } from "./keys.ts";
import type { RequestContext } from "./service.ts";
import type { Claims, Tokens } from "./tokens.ts";

/** Whether this is a CORS preflight. Other OPTIONS requests go to the services that handle them. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("access-control-request-method");
}

/**
 * Replaces an opaque API key by its token. A secret key sent by a browser, in its opaque form or as a token of the
 * service role, is rejected with 401: it has leaked into a page.
 */
export async function resolveRequestContext(
  request: Request,
  ip: string,
  { tokens, keys }: { tokens: Tokens; keys: Keys },
): Promise<RequestContext | Response> {
  const { headers } = request;
  const apikey = headers.get("apikey") ?? "";
  const isBrowser = isFromBrowser((name) => headers.get(name));
  // Regardless of any other token in the request.
  if (isBrowser && isSecretKey(apikey, keys)) return createLeakedKeyResponse();
  const token = getRequestToken(headers);
  if (token === null) {
    return isBrowser && isWriteWithoutKey(request)
      ? withCorsHeaders(Response.json(NO_KEY, { status: 401 }))
      : { ip, claims: null, tokenFailure: null };
  }
  const started = performance.now();
  const result = await tokens.verify(token === apikey ? resolveApiKey(apikey, keys) : token);
  const tokenTime = performance.now() - started;
  if (isBrowser && result.ok && isServiceRole(result.claims)) return createLeakedKeyResponse();
  return result.ok
    ? { ip, claims: result.claims, tokenFailure: null, tokenTime }
    : { ip, claims: null, tokenFailure: result.failure, tokenTime };
}

/** As a hosted project's gateway answers. */
const NO_KEY = {
  message: "No API key found in request",
  hint: "No `apikey` request header was found.",
};

/**
 * Whether the request is one that the form of another site can make a visitor's browser send, from the visitor's
 * network. Clients send a key, which a form cannot. A provider returns to the callback by a form of its own, and files
 * are uploaded to signed addresses without a key.
 */
function isWriteWithoutKey({ method, url }: Request): boolean {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return false;
  const { pathname } = new URL(url);
  return /^\/(auth|rest)\/v1\//.test(pathname) && pathname !== "/auth/v1/callback";
}

export const LEAKED_KEY_MESSAGE = "Forbidden use of secret API key in browser";

function createLeakedKeyResponse(): Response {
  return withCorsHeaders(Response.json({ message: LEAKED_KEY_MESSAGE }, { status: 401 }));
}

/**
 * Whether a browser sent the request. All browsers' user agents begin with `Mozilla/`, as on a hosted project; their
 * pages can change that, but not the other headers. Clients on servers send none of them; Node's `fetch` has a
 * `Sec-Fetch-Mode`, which is therefore not looked at.
 */
export function isFromBrowser(getHeader: (name: string) => string | null | undefined): boolean {
  if (getHeader("user-agent")?.startsWith("Mozilla/")) return true;
  return ["origin", "sec-fetch-site", "sec-fetch-dest"].some((name) => Boolean(getHeader(name)));
}

function isSecretKey(key: string, { secretKey, serviceRoleKey }: Keys): boolean {
  return [secretKey, serviceRoleKey].some(
    (secret) => key.length === secret.length && isEqualConstantTime(key, secret),
  );
}

/** Whether the claims are those of the secret key, in either form, or of another token with its rights. */
export function isServiceRole({ role }: Claims): boolean {
  return role === "service_role";
}

/** The token of an opaque API key; any other key is returned unchanged. */
export function resolveApiKey(key: string, keys: Keys): string {
  if (isEqualConstantTime(key, keys.secretKey)) return keys.serviceRoleKey;
  return key === keys.publishableKey ? keys.anonKey : key;
}

/** Takes the same time wherever the two differ; not whether they have the same length. */
export function isEqualConstantTime(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
