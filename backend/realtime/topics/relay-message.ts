/**
 * The messages between instances. Any role that may run SQL may notify: messages of another shape are
 * dropped.
 */
import { z } from "zod";

const entrySchema = z.object({
  key: z.string(),
  ref: z.string(),
  origin: z.string(),
  payload: z.string(),
  previousRef: z.string().optional(),
});

/** The key of a topic in the topic hub: its name, and whether it is private. */
const room = z.string();

const relayMessageSchema = z.discriminatedUnion("kind", [
  /** `body` is JSON, or base64 of bytes. */
  z.object({
    kind: z.literal("broadcast"),
    room,
    event: z.string(),
    body: z.string(),
    isBytes: z.boolean(),
  }),
  /** A channel tracks, or tracks something else. */
  z.object({ kind: z.literal("joined"), room, entry: entrySchema }),
  /** A channel does not track any more. */
  z.object({ kind: z.literal("left"), room, ref: z.string() }),
  /** Asks for the presence entries of a topic. */
  z.object({ kind: z.literal("who"), room }),
  /** The heartbeat of an instance with presence entries. */
  z.object({ kind: z.literal("alive") }),
  /** No channel of this instance tracks any more. */
  z.object({ kind: z.literal("gone") }),
]);

export type RelayMessage = z.infer<typeof relayMessageSchema>;

/** Null when the shape is wrong, and for an entry that is not of the sending instance. */
export function parseRelayMessage(value: unknown, origin: string): RelayMessage | null {
  const { data } = relayMessageSchema.safeParse(value);
  if (data === undefined) return null;
  return data.kind === "joined" && data.entry.origin !== origin ? null : data;
}
