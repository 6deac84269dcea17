/** What a client asks for when it joins a channel. */
import { z } from "zod";
import { Refusal } from "./access.ts";

/** Absent and null are the same to the client, which sends both. */
const optionalText = z
  .string()
  .max(2_000)
  .nullish()
  .transform((value) => value ?? undefined);

const binding = z.object({
  event: z.string().regex(/^(\*|insert|update|delete)$/i),
  schema: z.string().max(64).default("public"),
  table: optionalText,
  filter: z
    .string()
    .max(20_000)
    .nullish()
    .transform((value) => value ?? undefined),
  select: z
    .array(z.string().max(64))
    .max(1_600)
    .nullish()
    .transform((value) => value ?? undefined),
});

/** As it was asked for: the client compares the reply with it, letter by letter. */
export type Binding = z.infer<typeof binding>;

const KEY_CHARACTERS = 255;

const payload = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      private: z.boolean().nullish(),
      broadcast: z
        .object({
          ack: z.boolean().nullish(),
          self: z.boolean().nullish(),
          replication_ready: z.boolean().nullish(),
          replay: z.object({ since: z.number().min(0), limit: z.int().min(1).nullish() }).nullish(),
        })
        .nullish(),
      presence: z
        .object({ key: z.string().max(KEY_CHARACTERS).nullish(), enabled: z.boolean().nullish() })
        .nullish(),
      postgres_changes: z.array(binding).nullish(),
      postgres_changes_options: z
        .object({ wait: z.boolean().nullish(), timeout: z.number().nullish() })
        .nullish(),
    })
    .nullish(),
});

export interface JoinPayload {
  accessToken: string | null;
  isPrivate: boolean;
  bindings: Binding[];
  /** Whether the reply waits until the changes are watched, and for how long at most. */
  wait: { timeoutMs: number } | null;
  broadcast: {
    /** Whether the client wants its broadcasts answered, and to hear them itself. */
    ack: boolean;
    self: boolean;
    /** Whether it wants to be told that broadcasts of the database are heard. */
    announceReady: boolean;
    /** What was said since a time (milliseconds since the epoch) is said again. */
    replay: { since: number; limit: number } | null;
  };
  presence: {
    /** Null: one is made. */
    key: string | null;
    /** Whether it is told who is there. */
    isWatched: boolean;
  };
}

const DEFAULT_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 20_000;

/** Throws a Refusal when the payload has another shape. */
export function readJoinPayload(value: unknown): JoinPayload {
  const result = payload.safeParse(value ?? {});
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new Refusal("InvalidJoinPayload", `${issue?.path.join(".") || "payload"}: ${issue?.message}`);
  }
  const { access_token, config } = result.data;
  const options = config?.postgres_changes_options;
  const bindings = config?.postgres_changes ?? [];
  const broadcast = config?.broadcast;
  const timeoutMs = Math.min(options?.timeout ?? DEFAULT_WAIT_MS, LONGEST_WAIT_MS);
  return {
    accessToken: readToken(access_token),
    isPrivate: config?.private ?? false,
    bindings,
    wait: options?.wait && bindings.length > 0 ? { timeoutMs } : null,
    broadcast: {
      ack: broadcast?.ack ?? false,
      self: broadcast?.self ?? false,
      announceReady: broadcast?.replication_ready ?? false,
      replay: broadcast?.replay
        ? { since: broadcast.replay.since, limit: broadcast.replay.limit ?? Infinity }
        : null,
    },
    presence: { key: config?.presence?.key || null, isWatched: config?.presence?.enabled ?? false },
  };
}

/** Keys of the opaque kind (`sb_…`) are never tokens. */
export function readToken(token: unknown): string | null {
  return typeof token === "string" && token !== "" && !token.startsWith("sb_") ? token : null;
}
