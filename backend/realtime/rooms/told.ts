/** A broadcast as it goes out: made once for all members of a room. */
import { type Broadcast, writeBroadcast } from "../broadcast.ts";
import { encodeFrame, TOPIC_PREFIX } from "../frames.ts";

/** The payload of an event, or a whole frame. `id`: of a message of the database. */
export type Told = { text: string; id: string | null } | { frame: Buffer };

export function toldOf(topic: string, { event, payload, meta }: Broadcast): Told {
  return typeof payload === "string"
    ? { text: writeBroadcast(event, payload, meta), id: meta?.id ?? null }
    : { frame: encodeFrame(TOPIC_PREFIX + topic, event, payload) };
}
