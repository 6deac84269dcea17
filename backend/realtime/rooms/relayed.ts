/** What copies of the process tell each other. Anybody who may run SQL may notify: what has another shape is dropped. */
import { z } from "zod";

const entry = z.object({
  key: z.string(),
  ref: z.string(),
  origin: z.string(),
  payload: z.string(),
  previousRef: z.string().optional(),
});

const room = z.string();

const relayed = z.discriminatedUnion("kind", [
  /** `body` is JSON, or base64 of bytes. */
  z.object({
    kind: z.literal("broadcast"),
    room,
    event: z.string(),
    body: z.string(),
    isBytes: z.boolean(),
  }),
  z.object({ kind: z.literal("joined"), room, entry }),
  z.object({ kind: z.literal("left"), room, ref: z.string() }),
  /** Asks for those who track there. */
  z.object({ kind: z.literal("who"), room }),
  z.object({ kind: z.literal("alive") }),
  /** Nobody of this copy tracks any more. */
  z.object({ kind: z.literal("gone") }),
]);

export type Relayed = z.infer<typeof relayed>;

/** Null when it is none; nor does a copy speak of others than its own. */
export function readRelayed(value: unknown, origin: string): Relayed | null {
  const { data } = relayed.safeParse(value);
  if (data === undefined) return null;
  return data.kind === "joined" && data.entry.origin !== origin ? null : data;
}
