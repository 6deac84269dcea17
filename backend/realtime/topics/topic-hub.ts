/**
 * The topics that channels of this instance have joined: broadcast and presence, in sync with the other
 * instances and the database. A private and a public topic of one name are two.
 */
import { randomBytes } from "node:crypto";
import type { Logger } from "#backend/core/observability/log.ts";
import { type Broadcast, type OutgoingBroadcast, toOutgoingBroadcast } from "#backend/realtime/broadcast.ts";
import {
  createNotificationHandler,
  type DatabaseMessage,
  MESSAGES_CHANNEL,
  type MessageNotification,
} from "./database-broadcasts.ts";
import { DeliveryQueue } from "./delivery-queue.ts";
import { InstanceRelay, type NotificationClient } from "./instance-relay.ts";
import { listenOnce } from "./listen-once.ts";
import { Presence, type PresenceEntry, serializeEntries } from "./presence.ts";
import { parseRelayMessage, type RelayMessage } from "./relay-message.ts";

export interface TopicId {
  /** Without the protocol's prefix. */
  topic: string;
  isPrivate: boolean;
}

export interface TopicMember {
  receiveBroadcast(broadcast: OutgoingBroadcast): void;
  /** Presence has changed; `diff` is JSON. */
  receivePresenceDiff(diff: string): void;
}

/** The database of the topic hub. */
export interface TopicHubDatabase extends NotificationClient {
  /** In the order of the notifications. Messages that are deleted already are left out. */
  readMessages(notifications: MessageNotification[]): Promise<DatabaseMessage[]>;
}

interface TopicState {
  id: TopicId;
  members: Set<TopicMember>;
  presence: Presence;
}

/**
 * An instance with presence entries sends a heartbeat this often, and its entries are removed after the
 * timeout.
 */
const HEARTBEAT_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 35_000;
/** The limit of all payloads on one topic, because every new member receives the whole state. */
const MAX_PRESENCE_LENGTH = 1_000_000;
/** Messages of the database per query. */
const READ_BATCH_SIZE = 100;

export class TopicHub {
  readonly #database: TopicHubDatabase;
  readonly #log: Logger;
  readonly #topics = new Map<string, TopicState>();
  readonly #tracked = new Map<TopicMember, PresenceEntry>();
  readonly #deliveries: DeliveryQueue<TopicMember>;
  readonly #relay: InstanceRelay<RelayMessage>;
  readonly #listenToDatabase: () => Promise<void>;
  readonly #lastSeen = new Map<string, number>();
  readonly #heartbeat: NodeJS.Timeout;
  /** Whether the other instances may have outdated presence entries of this one. */
  #needsResync = false;
  /** Messages of the database that are notified but not yet read, and the reading under way. */
  #pendingMessages: MessageNotification[] = [];
  #reading: Promise<void> | null = null;

  constructor(database: TopicHubDatabase, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#deliveries = new DeliveryQueue(log);
    this.#relay = new InstanceRelay(database, log, {
      onMessage: (value, origin) => {
        const message = parseRelayMessage(value, origin);
        if (message) this.#receive(message, origin);
      },
      onConnected: () => {
        // Leaves may have been missed while the connection was down.
        for (const origin of [...this.#lastSeen.keys()]) this.#removeInstance(origin);
        this.#requestPresence();
        // Requests of other instances may have been missed.
        for (const key of this.#topics.keys()) this.#sendPresence(key);
      },
      onSendFailed: () => {
        this.#needsResync = true;
      },
    });
    this.#listenToDatabase = listenOnce(database, MESSAGES_CHANNEL, {
      onNotify: createNotificationHandler((notification) => this.#queueMessage(notification)),
    });
    this.#heartbeat = setInterval(() => this.#sendHeartbeat(performance.now()), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** Resolves when every later broadcast will be received. Rejects without a database. */
  async join(id: TopicId, member: TopicMember): Promise<void> {
    await Promise.all([this.#listenToDatabase(), this.#relay.open()]);
    const key = keyOf(id);
    const known = this.#topics.get(key);
    if (known) {
      known.members.add(member);
      return;
    }
    this.#topics.set(key, { id, members: new Set([member]), presence: new Presence() });
    this.#relay.send({ kind: "who", room: key });
  }

  leave(id: TopicId, member: TopicMember): void {
    this.untrack(id, member);
    const state = this.#topics.get(keyOf(id));
    state?.members.delete(member);
    if (state?.members.size === 0) this.#topics.delete(keyOf(id));
  }

  /** The members on this instance. */
  countMembers(id: TopicId): number {
    return this.#topics.get(keyOf(id))?.members.size ?? 0;
  }

  /** Sends to all members of the topic on every instance, but not to `except`. */
  broadcast(id: TopicId, broadcast: Broadcast, except?: TopicMember): void {
    const key = keyOf(id);
    this.#deliver(key, broadcast, except);
    const { event, payload } = broadcast;
    const isBytes = typeof payload !== "string";
    const body = isBytes ? Buffer.from(payload).toString("base64") : payload;
    this.#relay.send({ kind: "broadcast", room: key, event, body, isBytes });
  }

  /**
   * Tracks, or replaces what is tracked. `payload` is the JSON of an object. False past the limit, and for a
   * non-member.
   */
  track(id: TopicId, member: TopicMember, key: string, payload: string): boolean {
    const state = this.#topics.get(keyOf(id));
    const previous = this.#tracked.get(member);
    const totalLength =
      (state?.presence.payloadLength ?? 0) - (previous?.payload.length ?? 0) + payload.length;
    if (!state?.members.has(member) || totalLength > MAX_PRESENCE_LENGTH) return false;
    const entry: PresenceEntry = {
      key,
      ref: randomBytes(9).toString("base64url"),
      origin: this.#relay.origin,
      payload,
      ...(previous && { previousRef: previous.ref }),
    };
    this.#tracked.set(member, entry);
    this.#updatePresence(keyOf(id), (presence) => presence.add(entry));
    this.#relay.send({ kind: "joined", room: keyOf(id), entry });
    return true;
  }

  untrack(id: TopicId, member: TopicMember): void {
    const entry = this.#tracked.get(member);
    if (!entry) return;
    this.#tracked.delete(member);
    this.#updatePresence(keyOf(id), (presence) => presence.remove(({ ref }) => ref === entry.ref));
    this.#relay.send({ kind: "left", room: keyOf(id), ref: entry.ref });
  }

  /** The JSON of the presence state. */
  presenceState(id: TopicId): string {
    return serializeEntries(this.#topics.get(keyOf(id))?.presence.entries ?? []);
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    if (this.#tracked.size > 0) this.#relay.send({ kind: "gone" });
    await Promise.all([this.#relay.close(), this.#reading]);
  }

  #deliver(key: string, broadcast: Broadcast, except?: TopicMember): void {
    const state = this.#topics.get(key);
    if (!state) return;
    const outgoing = toOutgoingBroadcast(state.id.topic, broadcast);
    this.#deliveries.add({
      members: [...state.members].filter((member) => member !== except),
      length: broadcast.payload.length,
      send: (member) => member.receiveBroadcast(outgoing),
    });
  }

  #updatePresence(key: string, change: (presence: Presence) => string | null): void {
    const state = this.#topics.get(key);
    const diff = state && change(state.presence);
    if (!diff) return;
    const send = (member: TopicMember) => member.receivePresenceDiff(diff);
    this.#deliveries.add({ members: [...state.members], length: diff.length, send });
  }

  #receive(message: RelayMessage, origin: string): void {
    // An instance that was removed after a timeout is still alive.
    if (message.kind === "alive" && !this.#lastSeen.has(origin)) this.#requestPresence();
    this.#lastSeen.set(origin, performance.now());
    switch (message.kind) {
      case "broadcast": {
        const { room, event, body, isBytes } = message;
        this.#deliver(room, { event, payload: isBytes ? Buffer.from(body, "base64") : body });
        break;
      }
      case "joined":
        this.#updatePresence(message.room, (presence) => presence.add(message.entry));
        break;
      case "left":
        this.#updatePresence(message.room, (presence) => presence.remove(({ ref }) => ref === message.ref));
        break;
      case "who":
        this.#sendPresence(message.room);
        break;
      case "gone":
        this.#removeInstance(origin);
        break;
      case "alive":
        break;
    }
  }

  #sendPresence(key: string): void {
    for (const entry of this.#topics.get(key)?.presence.entries ?? []) {
      if (entry.origin === this.#relay.origin) this.#relay.send({ kind: "joined", room: key, entry });
    }
  }

  #requestPresence(): void {
    for (const key of this.#topics.keys()) this.#relay.send({ kind: "who", room: key });
  }

  #sendHeartbeat(now: number): void {
    if (this.#needsResync) {
      this.#needsResync = false;
      this.#relay.send({ kind: "gone" });
      for (const key of this.#topics.keys()) this.#sendPresence(key);
    } else if (this.#tracked.size > 0) this.#relay.send({ kind: "alive" });
    for (const [origin, at] of this.#lastSeen)
      if (now - at > HEARTBEAT_TIMEOUT_MS) this.#removeInstance(origin);
  }

  #removeInstance(instance: string): void {
    this.#lastSeen.delete(instance);
    for (const key of this.#topics.keys()) {
      this.#updatePresence(key, (presence) => presence.remove(({ origin }) => origin === instance));
    }
  }

  #queueMessage(notification: MessageNotification): void {
    const { topic } = notification;
    const keys = [true, false].map((isPrivate) => keyOf({ topic, isPrivate }));
    if (!keys.some((key) => this.#topics.has(key))) return;
    this.#pendingMessages.push(notification);
    this.#reading ??= this.#readPending().finally(() => {
      this.#reading = null;
    });
  }

  /** Messages that are notified while others are read are read together, in their order. */
  async #readPending(): Promise<void> {
    while (this.#pendingMessages.length > 0) {
      try {
        const messages = await this.#database.readMessages(this.#pendingMessages.splice(0, READ_BATCH_SIZE));
        for (const message of messages) this.#deliver(keyOf(message), message.broadcast);
      } catch (error) {
        this.#log.warn({ error: String(error) }, "messages of the database could not be read");
      }
    }
  }
}

function keyOf({ topic, isPrivate }: TopicId): string {
  return `${isPrivate ? "private" : "public"} ${topic}`;
}
