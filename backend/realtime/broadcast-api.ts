/**
 * Broadcasts over HTTP: many in one request, or one on an address of its own. Topics come without their prefix. Who
 * may not speak on a private topic is refused on its address, and passed over among many.
 */
import { z } from "zod";
import type { AddressLimiter } from "../core/address-limits.ts";
import type { Sql } from "../core/database.ts";
import { codeOf } from "../core/errors.ts";
import { readBytes } from "../core/http.ts";
import type { RequestContext } from "../core/service.ts";
import { type Access, accessOfClaims, Refusal } from "./access.ts";
import type { Broadcast } from "./broadcast.ts";
import type { LimitGroup } from "./config.ts";
import { parseJson } from "./json.ts";
import type { Rooms } from "./rooms/index.ts";
import { askRights, NO_RIGHTS, type Rights } from "./rooms/rights.ts";

const API_PATH = /^\/realtime\/v1\/api\/broadcast(?:\/([^/]+)\/events\/([^/]+))?$/;

/** More does not fit into a frame. */
const NAME_BYTES = 240;
const MESSAGES = 1_000;
/** A message counts once more for every so many bytes. */
const UNIT_BYTES = 65_536;
/** How Postgres's codes for wrong values begin. */
const DATA_EXCEPTION = "22";

const name = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= NAME_BYTES, `at most ${NAME_BYTES} bytes`);
const batch = z.object({
  messages: z
    .array(
      z.object({
        topic: name,
        event: name,
        payload: z.record(z.string(), z.unknown()),
        private: z.boolean().nullish(),
      }),
    )
    .min(1)
    .max(MESSAGES),
});

interface Said {
  topic: string;
  isPrivate: boolean;
  broadcast: Broadcast;
}

export interface BroadcastApi {
  rooms: Rooms;
  /** May become the roles of tokens. */
  sql: Sql;
  addresses: AddressLimiter<LimitGroup>;
  /** Bytes of one message. */
  messageBytes: number;
}

/** Null for an address of something else. */
export async function answerBroadcast(
  api: BroadcastApi,
  request: Request,
  { claims, ip }: RequestContext,
): Promise<Response | null> {
  const url = new URL(request.url);
  const path = API_PATH.exec(url.pathname);
  if (!path) return null;
  if (request.method !== "POST") return failure(405, "Method Not Allowed");
  if (api.addresses.spend("broadcast", ip) > 0) return failure(429, "Too many requests");
  let access: Access;
  try {
    if (!claims) return failure(401, "Unauthorized");
    access = accessOfClaims(claims);
  } catch (error) {
    if (error instanceof Refusal) return failure(403, error.message);
    throw error;
  }
  const body = await readBytes(request, api.messageBytes);
  if (body === null) return failure(413, "Payload Too Large");
  const [, topic, event] = path;
  const isSingle = topic !== undefined && event !== undefined;
  const said = isSingle ? readOne(topic, event, url, request, body) : readMany(body);
  if ("errors" in said) return Response.json(said, { status: 422 });
  const topics = new Set(said.messages.filter(({ isPrivate }) => isPrivate).map(({ topic }) => topic));
  // What one request may cost is spent once it is known; the request itself was spent above.
  const more = said.messages.length - 1 + Math.floor(body.length / UNIT_BYTES);
  const isTooMuch =
    (more > 0 && api.addresses.spend("broadcast", ip, more) > 0) ||
    (topics.size > 0 && api.addresses.spend("rights", ip, topics.size) > 0);
  if (isTooMuch) return failure(429, "Too many requests");
  const ask = (topic: string) => askRights(api.sql, access, topic, Object.fromEntries(request.headers));
  const mayWrite = await writable(topics, ask);
  if (isSingle && !said.messages.every(mayWrite)) return failure(403, "Unauthorized");
  for (const message of said.messages.filter(mayWrite)) api.rooms.say(message, message.broadcast);
  return new Response(null, { status: 202 });
}

function failure(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

type Read = { messages: Said[] } | { errors: Record<string, string[]> };

function readMany(body: Buffer): Read {
  const result = batch.safeParse(parseJson(body.toString("utf8")));
  if (!result.success) return { errors: z.flattenError(result.error).fieldErrors };
  return {
    messages: result.data.messages.map(({ topic, event, payload, private: isPrivate }) => ({
      topic,
      isPrivate: isPrivate ?? false,
      broadcast: { event, payload: JSON.stringify(payload) },
    })),
  };
}

function readOne(topicPart: string, eventPart: string, url: URL, request: Request, body: Buffer): Read {
  const names = z
    .object({ topic: name, event: name })
    .safeParse({ topic: decode(topicPart), event: decode(eventPart) });
  if (!names.success) return { errors: z.flattenError(names.error).fieldErrors };
  const isBytes = request.headers.get("content-type")?.startsWith("application/octet-stream");
  const value = isBytes ? body : parseJson(body.toString("utf8"));
  if (value === undefined) return { errors: { payload: ["is no JSON, or nests too deep"] } };
  const { topic, event } = names.data;
  const payload = value instanceof Uint8Array ? value : JSON.stringify(value);
  const isPrivate = url.searchParams.get("private") === "true";
  return { messages: [{ topic, isPrivate, broadcast: { event, payload } }] };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** Whether a message may be said, when these are the private topics: each is asked for once. */
async function writable(
  topics: Set<string>,
  ask: (topic: string) => Promise<Rights>,
): Promise<(message: Said) => boolean> {
  const allowed = new Set<string>();
  for (const topic of topics) {
    const { broadcast } = await ask(topic).catch((error: unknown) => {
      // A topic that Postgres cannot hold, or a claim that is not what a policy takes it for.
      if (codeOf(error)?.startsWith(DATA_EXCEPTION)) return NO_RIGHTS;
      throw error;
    });
    if (broadcast.write) allowed.add(topic);
  }
  return ({ isPrivate, topic }) => !isPrivate || allowed.has(topic);
}
