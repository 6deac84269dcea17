/** A client's presence message: track or untrack. */
import { z } from "zod";

/** Every member of the topic receives and stores the payload. */
const MAX_PAYLOAD_LENGTH = 10_000;

const presenceMessageSchema = z.discriminatedUnion("event", [
  z.object({ event: z.literal("track"), payload: z.record(z.string(), z.unknown()).nullish() }),
  z.object({ event: z.literal("untrack") }),
]);

/** `payload` is the JSON of an object. */
export type PresenceMessage = { event: "track"; payload: string } | { event: "untrack" };

/** Null when the value is not a presence message, or too long. */
export function parsePresenceMessage(value: unknown): PresenceMessage | null {
  const result = presenceMessageSchema.safeParse(value);
  if (!result.success) return null;
  if (result.data.event === "untrack") return { event: "untrack" };
  const payload = JSON.stringify(result.data.payload ?? {});
  return payload.length > MAX_PAYLOAD_LENGTH ? null : { event: "track", payload };
}
