/** One topic that one client has joined: its token, what it listens to, and what is said on it. */
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../core/errors.ts";
import type { Logger } from "../core/log.ts";
import type { Tokens } from "../core/tokens.ts";
import { type Access, accessOf, hasExpired, Refusal } from "./access.ts";
import { type JoinPayload, readToken } from "./join-payload.ts";
import { type NumberedBinding, type PostgresChanges, SubscriptionError } from "./postgres-changes/index.ts";
import type { Subscriber } from "./postgres-changes/subscriptions.ts";

export const TOPIC_PREFIX = "realtime:";

export interface ChannelDeps {
  tokens: Tokens;
  changes: PostgresChanges;
  log: Logger;
}

interface ChannelOptions {
  topic: string;
  access: Access;
  /** Sends an event on this channel; the payload is JSON. */
  push(event: string, payload: string): void;
  /** The channel has ended by itself: `phx_close` when it is over, `phx_error` when the client shall join again. */
  end(event: "phx_close" | "phx_error"): void;
}

export class Channel implements Subscriber {
  readonly #deps: ChannelDeps;
  readonly #options: ChannelOptions;
  #access: Access;
  #token: string | null = null;
  #isOpen = true;
  /** What was refused: a better token may allow it. */
  #refused: NumberedBinding[] = [];

  constructor(deps: ChannelDeps, options: ChannelOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#access = options.access;
  }

  get access(): Access {
    return this.#access;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get #name(): string {
    return this.#options.topic.slice(TOPIC_PREFIX.length);
  }

  /** Answers the join through `reply` and says later when changes are watched. Throws a Refusal. */
  async join({ bindings, isPrivate, wait }: JoinPayload, reply: (response: object) => void): Promise<void> {
    if (isPrivate) {
      const text = `You do not have permissions to read from this Channel topic: ${this.#name}`;
      throw new Refusal("Unauthorized", text);
    }
    const numbered = bindings.map((binding) => ({ ...binding, id: this.#deps.changes.nextId() }));
    const response = { postgres_changes: numbered };
    if (numbered.length === 0) {
      reply(response);
      return;
    }
    const watched = this.#deps.changes.subscribe(this, numbered);
    if (wait) await inTime(watched, wait.timeoutMs);
    reply(response);
    await this.#announce(watched, numbered);
  }

  async #announce(watched: Promise<void>, bindings: NumberedBinding[]): Promise<void> {
    try {
      await watched;
      this.#system("postgres_changes", "ok", "Subscribed to PostgreSQL");
    } catch (error) {
      if (error instanceof SubscriptionError) {
        this.#refused = bindings;
        this.#system("postgres_changes", "error", error.message);
        return;
      }
      this.#deps.log.warn({ err: error }, "a subscription failed");
      this.interrupt("Changes cannot be watched at the moment");
    }
  }

  /** A new token for what is left of the channel's life. One that does not hold ends it. */
  async renew(value: unknown): Promise<void> {
    const token = readToken(value);
    if (token === null || token === this.#token) return;
    try {
      this.#access = await accessOf(this.#deps.tokens, token);
      this.#token = token;
    } catch (error) {
      this.#expel(messageOf(error));
      return;
    }
    const refused = this.#refused.splice(0);
    if (refused.length > 0 && this.#isOpen)
      await this.#announce(this.#deps.changes.subscribe(this, refused), refused);
  }

  /** Ends the channel when its token has expired. */
  expire(now: number): void {
    if (hasExpired(this.#access, now)) this.#expel("Token has expired");
  }

  tell(ids: number[], change: string): void {
    if (!this.#isOpen || hasExpired(this.#access)) return;
    this.#options.push("postgres_changes", `{"ids":${JSON.stringify(ids)},"data":${change}}`);
  }

  interrupt(message: string): void {
    if (!this.#isOpen) return;
    this.#system("postgres_changes", "error", message);
    this.close();
    this.#options.end("phx_error");
  }

  /** Nothing is said on it any more. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#deps.changes.unsubscribe(this);
  }

  #expel(message: string): void {
    if (!this.#isOpen) return;
    this.#system("system", "error", message);
    this.close();
    this.#options.end("phx_close");
  }

  #system(extension: "postgres_changes" | "system", status: "ok" | "error", message: string): void {
    if (!this.#isOpen) return;
    this.#options.push("system", JSON.stringify({ message, status, extension, channel: this.#name }));
  }
}

/** The client waits for its answer: when changes are not watched in time, the join is refused. */
async function inTime(watched: Promise<void>, timeoutMs: number): Promise<void> {
  const late = sleep(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Refusal("PostgresChangesSubscribeTimeout", "changes are not watched in time");
  });
  try {
    await Promise.race([watched, late]);
  } catch (error) {
    if (error instanceof SubscriptionError)
      throw new Refusal("RealtimeDisabledForConfiguration", error.message);
    throw error;
  }
}
