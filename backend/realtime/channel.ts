/** A topic that one client has joined: its token, permissions, subscriptions and broadcasts. */
import { randomUUID } from "node:crypto";
import { getErrorMessage } from "#backend/core/errors.ts";
import type { Tokens } from "#backend/core/gateway/tokens.ts";
import type { Limits } from "#backend/core/limits/limits.ts";
import type { TokenBucket } from "#backend/core/limits/token-bucket.ts";
import { type AuthContext, authFromToken, ChannelError, isExpired } from "./auth-context.ts";
import { type OutgoingBroadcast, parseBroadcast, toOutgoingBroadcast } from "./broadcast.ts";
import { getReceiverCost, type RealtimeSettings } from "./config.ts";
import { TOPIC_PREFIX } from "./frames.ts";
import { type AuthorizationDeps, authorizeTopic, waitForSubscription } from "./join-authorization.ts";
import { type JoinPayload, parseAccessToken } from "./join-payload.ts";
import { type NumberedBinding, type PostgresChanges, SubscriptionError } from "./postgres-changes/index.ts";
import type { Subscriber } from "./postgres-changes/subscriptions.ts";
import { requireSession } from "./sessions.ts";
import { listReplayedMessages } from "./topics/database-broadcasts.ts";
import { ALL_PERMISSIONS, NO_PERMISSIONS, type TopicPermissions } from "./topics/permissions.ts";
import { parsePresenceMessage } from "./topics/presence-message.ts";
import type { TopicHub, TopicMember } from "./topics/topic-hub.ts";

export interface ChannelDeps extends AuthorizationDeps {
  settings: RealtimeSettings;
  limits: Limits;
  topicHub: TopicHub;
  tokens: Tokens;
  changes: PostgresChanges;
}

interface ChannelOptions {
  topic: string;
  auth: AuthContext;
  /** Sends an event on this channel; the payload is JSON. */
  push(event: string, payload: string): void;
  /** Sends a binary frame to a client whose protocol version has frames. */
  pushFrame(frame: Buffer): void;
  /**
   * The server has closed the channel: `phx_close` for good, `phx_error` when the client should join again.
   */
  end(event: "phx_close" | "phx_error"): void;
}

const DEFAULT_JOIN_OPTIONS: Pick<JoinPayload, "broadcast" | "presence"> = {
  broadcast: { ack: false, self: false, replicationReady: false, replay: null },
  presence: { key: null, isEnabled: false },
};

/** The limit of broadcasts that are buffered while earlier messages are looked up. */
const MAX_BUFFERED_BROADCASTS = 1_000;

export class Channel implements Subscriber, TopicMember {
  readonly #deps: ChannelDeps;
  readonly #options: ChannelOptions;
  #auth: AuthContext;
  #token: string | null = null;
  #isOpen = true;
  /** Bindings that were rejected: a newer token may allow them. */
  #rejectedBindings: NumberedBinding[] = [];
  #isPrivate = false;
  /** None until they have been queried and the topic has been joined. */
  #permissions: TopicPermissions = NO_PERMISSIONS;
  /** The broadcasts that arrive while earlier messages are looked up. */
  #replayBuffer: OutgoingBroadcast[] | null = null;
  #tokenVersion = 0;
  #joinOptions: Pick<JoinPayload, "broadcast" | "presence"> = DEFAULT_JOIN_OPTIONS;
  #presenceKey = "";
  #presenceBucket: TokenBucket | undefined;

  constructor(deps: ChannelDeps, options: ChannelOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#auth = options.auth;
  }

  get auth(): AuthContext {
    return this.#auth;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get #topicName(): string {
    return this.#options.topic.slice(TOPIC_PREFIX.length);
  }

  get #topicId() {
    return { topic: this.#topicName, isPrivate: this.#isPrivate };
  }

  /**
   * Answers the join through `reply`, and reports later when changes are subscribed. Throws a ChannelError.
   */
  async join(request: JoinPayload, reply: (response: object) => void): Promise<void> {
    const { bindings, isPrivate, wait, broadcast, presence } = request;
    this.#isPrivate = isPrivate;
    this.#joinOptions = { broadcast, presence };
    this.#presenceKey = presence.key ?? randomUUID();
    if (!isPrivate && broadcast.replay) {
      throw new ChannelError("UnableToReplayMessages", "Only private channels replay messages");
    }
    const permissions = isPrivate ? await this.#authorize(this.#auth) : ALL_PERMISSIONS;
    if (broadcast.replay) this.#replayBuffer = [];
    await this.#joinTopic();
    // The client may have left meanwhile.
    if (!this.#isOpen) return;
    // The permissions of a newer token may be set already.
    if (this.#tokenVersion === 0) this.#permissions = permissions;
    const numbered = bindings.map((binding) => ({ ...binding, id: this.#deps.changes.nextId() }));
    const subscribed = numbered.length > 0 ? this.#deps.changes.subscribe(this, numbered) : null;
    if (subscribed && wait) await waitForSubscription(subscribed, wait.timeoutMs);
    if (!this.#isOpen) return;
    reply({ postgres_changes: numbered });
    await Promise.all([
      this.#sendInitialState(),
      subscribed && this.#reportSubscription(subscribed, numbered),
    ]);
  }

  async #joinTopic(): Promise<void> {
    const { topicHub, log } = this.#deps;
    try {
      await topicHub.join(this.#topicId, this);
    } catch (error) {
      log.warn({ err: error }, "a topic could not be joined");
      throw new ChannelError("UnableToConnectToProject", "The service cannot reach its database");
    }
    if (!this.#isOpen) topicHub.leave(this.#topicId, this);
  }

  /** Sends a new member the presence state and the replayed messages. */
  async #sendInitialState(): Promise<void> {
    const { broadcast, presence } = this.#joinOptions;
    if (presence.isEnabled && this.#permissions.presence.read && this.#isOpen) {
      const state = this.#deps.topicHub.presenceState(this.#topicId);
      // Whoever joins again and again receives a large state each time.
      if (!this.#deps.client.take("broadcast_receivers", getReceiverCost(1, state.length) - 1)) {
        this.#closeWithError("Too many presence messages per second");
        return;
      }
      this.#options.push("presence_state", state);
    }
    if (broadcast.replicationReady)
      this.#sendSystemMessage("system", "ok", "Broadcasts of the database are heard");
    if (broadcast.replay) await this.#replay(broadcast.replay);
  }

  async #replay({ since, limit }: { since: number; limit: number }): Promise<void> {
    const replayed = new Set<string>();
    try {
      const earlier = this.#permissions.broadcast.read
        ? await listReplayedMessages(this.#deps.sql, this.#topicName, since, limit)
        : [];
      for (const broadcast of earlier) {
        this.#sendBroadcast(toOutgoingBroadcast(this.#topicName, broadcast));
        if (broadcast.meta) replayed.add(broadcast.meta.id);
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, "messages could not be replayed");
      this.#sendSystemMessage("system", "error", "Messages cannot be replayed at the moment");
    }
    const buffered = this.#replayBuffer ?? [];
    this.#replayBuffer = null;
    for (const broadcast of buffered) {
      if (broadcast.id === null || !replayed.has(broadcast.id)) this.#sendBroadcast(broadcast);
    }
  }

  #authorize(auth: AuthContext): Promise<TopicPermissions> {
    return authorizeTopic(this.#topicName, auth, this.#deps);
  }

  /** Broadcasts on the topic. Returns the status to reply with, null when the client wants no reply. */
  broadcast(payload: unknown): "ok" | "error" | null {
    const { ack, self } = this.#joinOptions.broadcast;
    const broadcast = parseBroadcast(payload);
    const isAllowed =
      this.#permissions.broadcast.write &&
      !isExpired(this.#auth) &&
      this.#consumeReceivers(broadcast?.payload.length);
    if (broadcast && isAllowed)
      this.#deps.topicHub.broadcast(this.#topicId, broadcast, self ? undefined : this);
    return ack ? (broadcast && isAllowed ? "ok" : "error") : null;
  }

  /** Tracks or untracks. Returns the status to reply with, null when the channel has been closed. */
  presence(payload: unknown): "ok" | "error" | null {
    const message = parsePresenceMessage(payload);
    if (message === null || !this.#permissions.presence.write || isExpired(this.#auth)) return "error";
    const { limits } = this.#deps;
    const { bucket, waitSeconds } = limits.takeOfSocket("socket_presence", this.#presenceBucket);
    this.#presenceBucket = bucket;
    if (waitSeconds > 0) {
      this.#closeWithError("Too many presence messages per second");
      return null;
    }
    if (!this.#consumeReceivers(message.event === "track" ? message.payload.length : 0)) return "error";
    if (message.event === "track") {
      return this.#deps.topicHub.track(this.#topicId, this, this.#presenceKey, message.payload)
        ? "ok"
        : "error";
    }
    this.#deps.topicHub.untrack(this.#topicId, this);
    return "ok";
  }

  /** What one client sends reaches every member of the topic: many sockets on one topic multiply it. */
  #consumeReceivers(length = 0): boolean {
    const { client, topicHub } = this.#deps;
    const cost = getReceiverCost(topicHub.countMembers(this.#topicId), length);
    return client.take("broadcast_bytes", length) && client.take("broadcast_receivers", cost);
  }

  receiveBroadcast(broadcast: OutgoingBroadcast): void {
    if (this.#replayBuffer === null) this.#sendBroadcast(broadcast);
    else if (this.#replayBuffer.length < MAX_BUFFERED_BROADCASTS) this.#replayBuffer.push(broadcast);
  }

  #sendBroadcast(broadcast: OutgoingBroadcast): void {
    if (!this.#isOpen || !this.#permissions.broadcast.read || isExpired(this.#auth)) return;
    if ("frame" in broadcast) this.#options.pushFrame(broadcast.frame);
    else this.#options.push("broadcast", broadcast.text);
  }

  receivePresenceDiff(diff: string): void {
    const isEnabled = this.#joinOptions.presence.isEnabled && this.#permissions.presence.read;
    if (this.#isOpen && isEnabled && !isExpired(this.#auth)) this.#options.push("presence_diff", diff);
  }

  async #reportSubscription(subscribed: Promise<void>, bindings: NumberedBinding[]): Promise<void> {
    try {
      await subscribed;
      this.#sendSystemMessage("postgres_changes", "ok", "Subscribed to PostgreSQL");
    } catch (error) {
      if (error instanceof SubscriptionError) {
        this.#rejectedBindings = bindings;
        this.#sendSystemMessage("postgres_changes", "error", error.message);
        return;
      }
      this.#deps.log.warn({ err: error }, "a subscription failed");
      this.interrupt("Changes cannot be watched at the moment");
    }
  }

  /** Takes a newer token for the rest of the channel's life. An invalid one closes the channel. */
  async refreshToken(value: unknown): Promise<void> {
    const token = parseAccessToken(value);
    if (token === null || token === this.#token) return;
    const version = ++this.#tokenVersion;
    try {
      const auth = await authFromToken(this.#deps.tokens, token);
      await requireSession(this.#deps.sql, auth);
      const permissions = this.#isPrivate ? await this.#authorize(auth) : ALL_PERMISSIONS;
      // A later token may have been verified first.
      if (version !== this.#tokenVersion || !this.#isOpen) return;
      this.#auth = auth;
      this.#token = token;
      this.#permissions = permissions;
    } catch (error) {
      if (version === this.#tokenVersion) this.#closeWithError(getErrorMessage(error));
      return;
    }
    if (!this.#permissions.presence.write) this.#deps.topicHub.untrack(this.#topicId, this);
    const rejected = this.#rejectedBindings.splice(0);
    if (rejected.length > 0 && this.#isOpen)
      await this.#reportSubscription(this.#deps.changes.subscribe(this, rejected), rejected);
  }

  /** Closes the channel when its token has expired. */
  closeIfExpired(): void {
    if (isExpired(this.#auth)) this.#closeWithError("Token has expired");
  }

  /** Closes the channel when its session is one of these. */
  closeIfEnded(sessions: ReadonlySet<string>): void {
    const { sessionId } = this.#auth;
    if (sessionId !== null && sessions.has(sessionId)) this.#closeWithError("Session has ended");
  }

  holdSubscriptions(cost: number): (() => void) | null {
    return this.#deps.client.hold("subscriptions", cost);
  }

  receiveChange(ids: number[], change: string): void {
    if (!this.#isOpen || isExpired(this.#auth)) return;
    this.#options.push("postgres_changes", `{"ids":${JSON.stringify(ids)},"data":${change}}`);
  }

  interrupt(message: string): void {
    if (!this.#isOpen) return;
    this.#sendSystemMessage("postgres_changes", "error", message);
    this.close();
    this.#options.end("phx_error");
  }

  /** Ends all subscriptions; nothing is sent on the channel any more. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#deps.changes.unsubscribe(this);
    this.#deps.topicHub.leave(this.#topicId, this);
  }

  #closeWithError(message: string): void {
    if (!this.#isOpen) return;
    this.#sendSystemMessage("system", "error", message);
    this.close();
    this.#options.end("phx_close");
  }

  #sendSystemMessage(
    extension: "postgres_changes" | "system",
    status: "ok" | "error",
    message: string,
  ): void {
    if (!this.#isOpen) return;
    this.#options.push("system", JSON.stringify({ message, status, extension, channel: this.#topicName }));
  }
}
