/** A broadcast on a topic: sent by a client, over HTTP, or by the database. */
import { z } from "zod";
import { encodeFrame, TOPIC_PREFIX } from "./frames.ts";

export interface Broadcast {
  /** The event name that clients subscribe to. */
  event: string;
  /** JSON text, serialized once for all receivers; or bytes, which are passed on unchanged. */
  payload: string | Uint8Array;
  /** Added to messages of the database: their id, and whether they are replayed. */
  meta?: { id: string; replayed?: true };
}

/** Longer names do not fit into a frame. */
const MAX_EVENT_BYTES = 255;

const broadcastSchema = z.object({
  event: z.string().refine((text) => Buffer.byteLength(text) <= MAX_EVENT_BYTES),
  payload: z.unknown(),
});

/** Null when a client's payload is not a broadcast. Bytes come in binary frames. */
export function parseBroadcast(payload: unknown): Broadcast | null {
  const result = broadcastSchema.safeParse(payload);
  if (!result.success) return null;
  const body = result.data.payload ?? {};
  return { event: result.data.event, payload: body instanceof Uint8Array ? body : JSON.stringify(body) };
}

/** The JSON of a broadcast with a text payload, as clients expect it. */
function serializeBroadcast(event: string, payload: string, meta: Broadcast["meta"]): string {
  const more = meta ? `,"meta":${JSON.stringify(meta)}` : "";
  return `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}${more}}`;
}

/**
 * A broadcast as it is sent, made once for all members of a topic: the payload of an event, or a whole frame.
 * `id` is that of a message of the database.
 */
export type OutgoingBroadcast = ({ text: string } | { frame: Buffer }) & { id: string | null };

export function toOutgoingBroadcast(topic: string, { event, payload, meta }: Broadcast): OutgoingBroadcast {
  const id = meta?.id ?? null;
  return typeof payload === "string"
    ? { text: serializeBroadcast(event, payload, meta), id }
    : { frame: encodeFrame(TOPIC_PREFIX + topic, event, payload, meta), id };
}
