/**
 * The checks before a request is upgraded to a socket. Browsers cannot set headers on a WebSocket, so the API
 * key comes in the URL. A rejection is an ordinary JSON response, since there is no socket yet to close.
 */
import type { IncomingMessage } from "node:http";
import {
  isFromBrowser,
  isServiceRole,
  LEAKED_KEY_MESSAGE,
  resolveApiKey,
} from "#backend/core/gateway/gateway.ts";
import type { Keys } from "#backend/core/gateway/keys.ts";
import type { Claims, Tokens } from "#backend/core/gateway/tokens.ts";
import type { Limits } from "#backend/core/limits/limits.ts";
import { isVersion, type Version } from "./serializer.ts";

export const SOCKET_PATH = "/realtime/v1/websocket";

export type Handshake =
  | { ok: true; version: Version; claims: Claims; headers: Record<string, string> }
  | { ok: false; status: 401 | 403 | 404 | 429; error: string };

/** `ip` is the client's. The rate limit of the address counts the request before the key is verified. */
export async function verifyHandshake(
  request: IncomingMessage,
  ip: string,
  { tokens, keys, limits }: { tokens: Tokens; keys: Keys; limits: Limits },
): Promise<Handshake> {
  const url = URL.parse(request.url ?? "/", "http://localhost");
  if (url?.pathname !== SOCKET_PATH) return reject(404, "Not found");
  if (limits.take("socket_open", ip) > 0) return reject(429, "Too many connections");
  const version = url.searchParams.get("vsn") ?? "1.0.0";
  if (!isVersion(version)) return reject(403, "The requested version of the protocol is not spoken here");
  const key = url.searchParams.get("apikey") || request.headers.apikey;
  if (typeof key !== "string" || key === "") return reject(401, "No API key found in request");
  const result = await tokens.verify(resolveApiKey(key, keys));
  if (!result.ok) return reject(403, result.failure.message);
  const isBrowser = isFromBrowser((name) => request.headers[name]?.toString());
  if (isBrowser && isServiceRole(result.claims)) return reject(401, LEAKED_KEY_MESSAGE);
  return { ok: true, version, claims: result.claims, headers: customHeadersOf(request) };
}

/** The custom headers of a client that can set them, for policies to read. */
function customHeadersOf({ headers }: IncomingMessage): Record<string, string> {
  const custom = Object.entries(headers).filter(([name]) => name.startsWith("x-"));
  return Object.fromEntries(custom.map(([name, value]) => [name, String(value)]));
}

function reject(status: 401 | 403 | 404 | 429, error: string): Handshake {
  return { ok: false, status, error };
}
