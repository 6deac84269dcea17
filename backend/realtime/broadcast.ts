/** What is said in a room: by a client, over HTTP, or by the database. */
import { z } from "zod";

export interface Broadcast {
  /** The name that listeners listen for. */
  event: string;
  /** JSON text, because one payload goes to many; or bytes, which are handed on as they are. */
  payload: string | Uint8Array;
  /** What the service adds to messages of the database: their id, and whether they come late. */
  meta?: { id: string; replayed?: true };
}

/** More does not fit into a frame. */
const EVENT_BYTES = 255;

const shape = z.object({
  event: z.string().refine((text) => Buffer.byteLength(text) <= EVENT_BYTES),
  payload: z.unknown(),
});

/** Null when a client's payload is none. Bytes come in frames of their own kind. */
export function readBroadcast(payload: unknown): Broadcast | null {
  const result = shape.safeParse(payload);
  if (!result.success) return null;
  const said = result.data.payload ?? {};
  return { event: result.data.event, payload: said instanceof Uint8Array ? said : JSON.stringify(said) };
}

/** The JSON of a broadcast that is no bytes, as clients expect it. */
export function writeBroadcast(event: string, payload: string, meta: Broadcast["meta"]): string {
  const more = meta ? `,"meta":${JSON.stringify(meta)}` : "";
  return `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}${more}}`;
}
