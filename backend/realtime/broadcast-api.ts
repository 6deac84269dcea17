/**
 * Broadcasts over HTTP: a batch in one request, or a single one on its own URL. Topics come without their
 * prefix. On a private topic that the caller may not write to, a single broadcast is rejected, and one of a
 * batch is skipped.
 */
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import { getErrorCode } from "#backend/core/errors.ts";
import type { RequestContext } from "#backend/core/gateway/service.ts";
import { createEmptyResponse, readBodyBytes } from "#backend/core/http/http.ts";
import type { Limits } from "#backend/core/limits/limits.ts";
import { parseJson } from "#backend/core/values/parse-json.ts";
import { type AuthContext, authFromClaims, ChannelError } from "./auth-context.ts";
import type { Broadcast } from "./broadcast.ts";
import { getReceiverCost, MESSAGE_UNIT_BYTES } from "./config.ts";
import { NO_PERMISSIONS, queryPermissions, type TopicPermissions } from "./topics/permissions.ts";
import type { TopicHub } from "./topics/topic-hub.ts";

const API_PATH = /^\/realtime\/v1\/api\/broadcast(?:\/([^/]+)\/events\/([^/]+))?$/;

/** The name of a topic must fit into a frame, which has 255 bytes for it with its prefix. */
const MAX_NAME_BYTES = 240;
const MAX_MESSAGES = 1_000;
/** The class of Postgres's error codes for invalid values. */
const DATA_EXCEPTION = "22";

const name = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= MAX_NAME_BYTES, `at most ${MAX_NAME_BYTES} bytes`);
const batchSchema = z.object({
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
    .max(MAX_MESSAGES),
});

interface BroadcastMessage {
  topic: string;
  isPrivate: boolean;
  broadcast: Broadcast;
}

export interface BroadcastApiDeps {
  topicHub: TopicHub;
  /** May take the roles of tokens. */
  sql: Sql;
  limits: Limits;
  maxMessageBytes: number;
}

/** Null when the URL is not one of the broadcast API. */
export async function handleBroadcastRequest(
  api: BroadcastApiDeps,
  request: Request,
  { claims, ip }: RequestContext,
): Promise<Response | null> {
  const url = new URL(request.url);
  const path = API_PATH.exec(url.pathname);
  if (!path) return null;
  if (request.method !== "POST") return errorResponse(405, "Method Not Allowed");
  if (api.limits.take("broadcast", ip) > 0) return errorResponse(429, "Too many requests");
  let auth: AuthContext;
  try {
    if (!claims) return errorResponse(401, "Unauthorized");
    auth = authFromClaims(claims);
  } catch (error) {
    if (error instanceof ChannelError) return errorResponse(403, error.message);
    throw error;
  }
  const body = await readBodyBytes(request, api.maxMessageBytes);
  if (body === null) return errorResponse(413, "Payload Too Large");
  const [, topic, event] = path;
  const isSingle = topic !== undefined && event !== undefined;
  const parsed = isSingle ? parseSingle(topic, event, url, request, body) : parseBatch(body);
  if ("errors" in parsed) return Response.json(parsed, { status: 422 });
  const topics = new Set(parsed.messages.filter(({ isPrivate }) => isPrivate).map(({ topic }) => topic));
  // The messages count here, where their number is known; the request itself was counted above.
  const extraCost = parsed.messages.length - 1 + Math.floor(body.length / MESSAGE_UNIT_BYTES);
  const isTooMuch =
    api.limits.take("broadcast_bytes", ip, body.length) > 0 ||
    (extraCost > 0 && api.limits.take("broadcast", ip, extraCost) > 0) ||
    (topics.size > 0 && api.limits.take("topic_check", ip, topics.size) > 0);
  if (isTooMuch) return errorResponse(429, "Too many requests");
  const getPermissions = (topic: string) =>
    queryPermissions(api.sql, auth, topic, Object.fromEntries(request.headers));
  const mayWrite = await createWriteCheck(topics, getPermissions);
  if (isSingle && !parsed.messages.every(mayWrite)) return errorResponse(403, "Unauthorized");
  const allowed = parsed.messages.filter(mayWrite);
  const cost = allowed.reduce(
    (sum, message) =>
      sum + getReceiverCost(api.topicHub.countMembers(message), message.broadcast.payload.length),
    0,
  );
  if (cost > 0 && api.limits.take("broadcast_receivers", ip, cost) > 0)
    return errorResponse(429, "Too many requests");
  for (const message of allowed) api.topicHub.broadcast(message, message.broadcast);
  return createEmptyResponse(202);
}

function errorResponse(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

type ParsedMessages = { messages: BroadcastMessage[] } | { errors: Record<string, string[]> };

function parseBatch(body: Buffer): ParsedMessages {
  const result = batchSchema.safeParse(parseJson(body.toString("utf8")));
  if (!result.success) return { errors: z.flattenError(result.error).fieldErrors };
  return {
    messages: result.data.messages.map(({ topic, event, payload, private: isPrivate }) => ({
      topic,
      isPrivate: isPrivate ?? false,
      broadcast: { event, payload: JSON.stringify(payload) },
    })),
  };
}

function parseSingle(
  topicPart: string,
  eventPart: string,
  url: URL,
  request: Request,
  body: Buffer,
): ParsedMessages {
  const names = z
    .object({ topic: name, event: name })
    .safeParse({ topic: decodePathPart(topicPart), event: decodePathPart(eventPart) });
  if (!names.success) return { errors: z.flattenError(names.error).fieldErrors };
  const isBytes = request.headers.get("content-type")?.startsWith("application/octet-stream");
  const value = isBytes ? body : parseJson(body.toString("utf8"));
  if (value === undefined) return { errors: { payload: ["is no JSON, or nests too deep"] } };
  const { topic, event } = names.data;
  const payload = value instanceof Uint8Array ? value : JSON.stringify(value);
  const isPrivate = url.searchParams.get("private") === "true";
  return { messages: [{ topic, isPrivate, broadcast: { event, payload } }] };
}

function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** A check whether a message may be broadcast. The permissions on each private topic are queried once. */
async function createWriteCheck(
  topics: Set<string>,
  getPermissions: (topic: string) => Promise<TopicPermissions>,
): Promise<(message: BroadcastMessage) => boolean> {
  const allowed = new Set<string>();
  for (const topic of topics) {
    const { broadcast } = await getPermissions(topic).catch((error: unknown) => {
      // Postgres cannot store the topic, or a claim is not of the type that a policy casts it to.
      if (getErrorCode(error)?.startsWith(DATA_EXCEPTION)) return NO_PERMISSIONS;
      throw error;
    });
    if (broadcast.write) allowed.add(topic);
  }
  return ({ isPrivate, topic }) => !isPrivate || allowed.has(topic);
}
