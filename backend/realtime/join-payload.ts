/** The payload of a join: the options of a channel. */
import { z } from "zod";
import { ChannelError } from "./auth-context.ts";

/** Absent and null are equal: clients send both. */
const optionalText = z
  .string()
  .max(2_000)
  .nullish()
  .transform((value) => value ?? undefined);

/** Also as text, which some clients send. */
const flag = z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]).nullish();

const bindingSchema = z.object({
  event: z
    .string()
    .regex(/^(\*|insert|update|delete)$/i)
    .default("*"),
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

/** Unchanged as the client sent it: the client compares the reply with it, character by character. */
export type Binding = z.infer<typeof bindingSchema>;

const MAX_KEY_LENGTH = 255;

const payloadSchema = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      private: flag,
      broadcast: z
        .object({
          ack: flag,
          self: flag,
          replication_ready: flag,
          replay: z.object({ since: z.number().min(0), limit: z.int().min(1).nullish() }).nullish(),
        })
        .nullish(),
      presence: z.object({ key: z.string().max(MAX_KEY_LENGTH).nullish(), enabled: flag }).nullish(),
      postgres_changes: z.array(bindingSchema.nullable()).nullish(),
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
  /** Whether the reply waits until the subscription to changes is ready, and its longest wait. */
  wait: { timeoutMs: number } | null;
  broadcast: {
    /** Whether the client wants a reply to its broadcasts, and to receive them itself. */
    ack: boolean;
    self: boolean;
    /** Whether the client wants a message when broadcasts of the database are received. */
    replicationReady: boolean;
    /** Messages since a time (milliseconds since the epoch) are replayed. */
    replay: { since: number; limit: number } | null;
  };
  presence: {
    /** Null: a key is generated. */
    key: string | null;
    /** Whether the client receives presence. */
    isEnabled: boolean;
  };
}

const DEFAULT_WAIT_MS = 15_000;
const MAX_WAIT_MS = 20_000;

/** Throws a ChannelError when the payload has another shape. */
export function parseJoinPayload(value: unknown): JoinPayload {
  const result = payloadSchema.safeParse(value ?? {});
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new ChannelError("InvalidJoinPayload", `${issue?.path.join(".") || "payload"}: ${issue?.message}`);
  }
  const { access_token, config } = result.data;
  const options = config?.postgres_changes_options;
  const bindings = (config?.postgres_changes ?? []).filter((binding) => binding !== null);
  const broadcast = config?.broadcast;
  const timeoutMs = Math.min(options?.timeout ?? DEFAULT_WAIT_MS, MAX_WAIT_MS);
  return {
    accessToken: parseAccessToken(access_token),
    isPrivate: config?.private ?? false,
    bindings,
    wait: options?.wait && bindings.length > 0 ? { timeoutMs } : null,
    broadcast: {
      ack: broadcast?.ack ?? false,
      self: broadcast?.self ?? false,
      replicationReady: broadcast?.replication_ready ?? false,
      replay: broadcast?.replay
        ? { since: broadcast.replay.since, limit: broadcast.replay.limit ?? Infinity }
        : null,
    },
    presence: { key: config?.presence?.key || null, isEnabled: config?.presence?.enabled ?? false },
  };
}

/** Opaque keys (`sb_…`) are never tokens. */
export function parseAccessToken(token: unknown): string | null {
  return typeof token === "string" && token !== "" && !token.startsWith("sb_") ? token : null;
}
