/**
 * Whether a request may become a socket. A browser cannot set headers on one, so the key comes in the address; a
 * refusal is an ordinary answer in JSON, since there is no socket yet to close.
 */
import type { IncomingMessage } from "node:http";
import type { AddressLimiter } from "../core/address-limits.ts";
import { isLeaked, LEAKED, tokenFor } from "../core/gateway.ts";
import type { Keys } from "../core/keys.ts";
import type { Claims, Tokens } from "../core/tokens.ts";
import type { LimitGroup } from "./config.ts";
import { isVersion, type Version } from "./serializer.ts";

export const SOCKET_PATH = "/realtime/v1/websocket";

export type Handshake =
  | { ok: true; version: Version; claims: Claims; headers: Record<string, string> }
  | { ok: false; status: 401 | 403 | 404 | 429; error: string };

/** `ip` is the client's. What it costs is spent from the address's allowance before anything is verified. */
export async function shakeHands(
  request: IncomingMessage,
  ip: string,
  { tokens, keys, addresses }: { tokens: Tokens; keys: Keys; addresses: AddressLimiter<LimitGroup> },
): Promise<Handshake> {
  const url = URL.parse(request.url ?? "/", "http://localhost");
  if (url?.pathname !== SOCKET_PATH) return refuse(404, "Not found");
  if (addresses.spend("connect", ip) > 0) return refuse(429, "Too many connections");
  const version = url.searchParams.get("vsn") ?? "1.0.0";
  if (!isVersion(version)) return refuse(403, "The requested version of the protocol is not spoken here");
  const key = url.searchParams.get("apikey") || request.headers.apikey;
  if (typeof key !== "string" || key === "") return refuse(401, "No API key found in request");
  if (isLeaked(key, request.headers["user-agent"], keys)) return refuse(401, LEAKED);
  const result = await tokens.verify(tokenFor(key, keys));
  if (!result.ok) return refuse(403, result.failure.message);
  return { ok: true, version, claims: result.claims, headers: ownHeaders(request) };
}

/** What a client that may set headers says with them, for policies to read. */
function ownHeaders({ headers }: IncomingMessage): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith("x-"));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

function refuse(status: 401 | 403 | 404 | 429, error: string): Handshake {
  return { ok: false, status, error };
}
