/** What a client says about its presence. */
import { z } from "zod";

/** Everyone in the room is told of it, and keeps it. */
const PAYLOAD_CHARACTERS = 10_000;

const shape = z.discriminatedUnion("event", [
  z.object({ event: z.literal("track"), payload: z.record(z.string(), z.unknown()).nullish() }),
  z.object({ event: z.literal("untrack") }),
]);

/** `payload` is the JSON of an object. */
export type PresenceCall = { event: "track"; payload: string } | { event: "untrack" };

/** Null when it is none, or too long to be told to everyone. */
export function readPresenceCall(value: unknown): PresenceCall | null {
  const result = shape.safeParse(value);
  if (!result.success) return null;
  if (result.data.event === "untrack") return { event: "untrack" };
  const payload = JSON.stringify(result.data.payload ?? {});
  return payload.length > PAYLOAD_CHARACTERS ? null : { event: "track", payload };
}
