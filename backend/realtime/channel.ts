/** One topic that one client has joined: its token, its rights, what it listens to, and what is said on it. */
import { randomUUID } from "node:crypto";
import { type Bucket, spendFrom } from "../core/address-limits.ts";
import { messageOf } from "../core/errors.ts";
import type { Tokens } from "../core/tokens.ts";
import { type Access, accessOf, hasExpired, Refusal } from "./access.ts";
import { type AdmissionDeps, rightsOn, watchedInTime } from "./admission.ts";
import { readBroadcast } from "./broadcast.ts";
import type { RealtimeSettings } from "./config.ts";
import { TOPIC_PREFIX } from "./frames.ts";
import { type JoinPayload, readToken } from "./join-payload.ts";
import { type NumberedBinding, type PostgresChanges, SubscriptionError } from "./postgres-changes/index.ts";
import type { Subscriber } from "./postgres-changes/subscriptions.ts";
import type { Member, Rooms } from "./rooms/index.ts";
import { readPresenceCall } from "./rooms/presence-call.ts";
import { ALL_RIGHTS, NO_RIGHTS, type Rights } from "./rooms/rights.ts";
import { replay } from "./rooms/stored.ts";
import { type Told, toldOf } from "./rooms/told.ts";

export interface ChannelDeps extends AdmissionDeps {
  settings: RealtimeSettings;
  rooms: Rooms;
  tokens: Tokens;
  changes: PostgresChanges;
}

interface ChannelOptions {
  topic: string;
  access: Access;
  /** Sends an event on this channel; the payload is JSON. */
  push(event: string, payload: string): void;
  /** Sends a frame to a client that knows frames. */
  pushFrame(frame: Buffer): void;
  /** The channel has ended by itself: `phx_close` when it is over, `phx_error` when the client shall join again. */
  end(event: "phx_close" | "phx_error"): void;
}

const QUIET: Pick<JoinPayload, "broadcast" | "presence"> = {
  broadcast: { ack: false, self: false, announceReady: false, replay: null },
  presence: { key: null, isWatched: false },
};

/** Of what is said while earlier messages are looked up: a moment's worth. */
const HELD_AT_MOST = 1_000;

export class Channel implements Subscriber, Member {
  readonly #deps: ChannelDeps;
  readonly #options: ChannelOptions;
  #access: Access;
  #token: string | null = null;
  #isOpen = true;
  /** What was refused: a better token may allow it. */
  #refused: NumberedBinding[] = [];
  #isPrivate = false;
  /** None until they were asked and the room was entered. */
  #rights: Rights = NO_RIGHTS;
  /** What is said while what was said before is looked up. */
  #held: Told[] | null = null;
  #renewals = 0;
  #wishes: Pick<JoinPayload, "broadcast" | "presence"> = QUIET;
  #presenceKey = "";
  #presenceCalls: Bucket | undefined;

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

  get #room() {
    return { topic: this.#name, isPrivate: this.#isPrivate };
  }

  /** Answers the join through `reply` and says later when changes are watched. Throws a Refusal. */
  async join(request: JoinPayload, reply: (response: object) => void): Promise<void> {
    const { bindings, isPrivate, wait, broadcast, presence } = request;
    this.#isPrivate = isPrivate;
    this.#wishes = { broadcast, presence };
    this.#presenceKey = presence.key ?? randomUUID();
    if (!isPrivate && broadcast.replay) {
      throw new Refusal("UnableToReplayMessages", "Only private channels replay messages");
    }
    const rights = isPrivate ? await this.#askRights(this.#access) : ALL_RIGHTS;
    if (broadcast.replay) this.#held = [];
    await this.#enter();
    // The client may have left meanwhile.
    if (!this.#isOpen) return;
    // What a newer token is allowed counts already.
    if (this.#renewals === 0) this.#rights = rights;
    const numbered = bindings.map((binding) => ({ ...binding, id: this.#deps.changes.nextId() }));
    const watched = numbered.length > 0 ? this.#deps.changes.subscribe(this, numbered) : null;
    if (watched && wait) await watchedInTime(watched, wait.timeoutMs);
    if (!this.#isOpen) return;
    reply({ postgres_changes: numbered });
    await Promise.all([this.#greet(), watched && this.#announce(watched, numbered)]);
  }

  async #enter(): Promise<void> {
    const { rooms, log } = this.#deps;
    try {
      await rooms.enter(this.#room, this);
    } catch (error) {
      log.warn({ err: error }, "a room could not be opened");
      throw new Refusal("UnableToConnectToProject", "The service cannot reach its database");
    }
    if (!this.#isOpen) rooms.leave(this.#room, this);
  }

  /** What a new member is told: who is there, and what was said before. */
  async #greet(): Promise<void> {
    const { broadcast, presence } = this.#wishes;
    if (presence.isWatched && this.#rights.presence.read && this.#isOpen) {
      this.#options.push("presence_state", this.#deps.rooms.presentIn(this.#room));
    }
    if (broadcast.announceReady) this.#system("system", "ok", "Broadcasts of the database are heard");
    if (broadcast.replay) await this.#replay(broadcast.replay);
  }

  async #replay({ since, limit }: { since: number; limit: number }): Promise<void> {
    const replayed = new Set<string>();
    try {
      const earlier = this.#rights.broadcast.read
        ? await replay(this.#deps.sql, this.#name, since, limit)
        : [];
      for (const broadcast of earlier) {
        this.#say(toldOf(this.#name, broadcast));
        if (broadcast.meta) replayed.add(broadcast.meta.id);
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, "messages could not be replayed");
      this.#system("system", "error", "Messages cannot be replayed at the moment");
    }
    const held = this.#held ?? [];
    this.#held = null;
    for (const told of held) {
      if (!("id" in told && told.id !== null && replayed.has(told.id))) this.#say(told);
    }
  }

  #askRights(access: Access): Promise<Rights> {
    return rightsOn(this.#name, access, this.#deps);
  }

  /** Says it in the room. The answer to give, if the client wants one. */
  broadcast(payload: unknown): "ok" | "error" | null {
    const { ack, self } = this.#wishes.broadcast;
    const broadcast = readBroadcast(payload);
    const isAllowed = this.#rights.broadcast.write && !hasExpired(this.#access);
    if (broadcast && isAllowed) this.#deps.rooms.say(this.#room, broadcast, self ? undefined : this);
    return ack ? (broadcast && isAllowed ? "ok" : "error") : null;
  }

  /** Tracks, or no longer. The answer to give. */
  presence(payload: unknown): "ok" | "error" | null {
    const call = readPresenceCall(payload);
    if (call === null || !this.#rights.presence.write || hasExpired(this.#access)) return "error";
    const { presence } = this.#deps.settings;
    const { bucket, waitSeconds } = spendFrom(this.#presenceCalls, presence, Date.now());
    this.#presenceCalls = bucket;
    if (waitSeconds > 0) {
      this.#expel("Too many presence messages per second");
      return null;
    }
    if (call.event === "track") {
      return this.#deps.rooms.track(this.#room, this, this.#presenceKey, call.payload) ? "ok" : "error";
    }
    this.#deps.rooms.untrack(this.#room, this);
    return "ok";
  }

  hear(told: Told): void {
    if (this.#held === null) this.#say(told);
    else if (this.#held.length < HELD_AT_MOST) this.#held.push(told);
  }

  #say(told: Told): void {
    if (!this.#isOpen || !this.#rights.broadcast.read || hasExpired(this.#access)) return;
    if ("frame" in told) this.#options.pushFrame(told.frame);
    else this.#options.push("broadcast", told.text);
  }

  notice(diff: string): void {
    const isWatched = this.#wishes.presence.isWatched && this.#rights.presence.read;
    if (this.#isOpen && isWatched && !hasExpired(this.#access)) this.#options.push("presence_diff", diff);
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
    const turn = ++this.#renewals;
    try {
      const access = await accessOf(this.#deps.tokens, token);
      const rights = this.#isPrivate ? await this.#askRights(access) : ALL_RIGHTS;
      // A later token may have been faster.
      if (turn !== this.#renewals || !this.#isOpen) return;
      this.#access = access;
      this.#token = token;
      this.#rights = rights;
    } catch (error) {
      if (turn === this.#renewals) this.#expel(messageOf(error));
      return;
    }
    if (!this.#rights.presence.write) this.#deps.rooms.untrack(this.#room, this);
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
    this.#deps.rooms.leave(this.#room, this);
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
