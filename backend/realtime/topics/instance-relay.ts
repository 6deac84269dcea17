/**
 * Relays broadcasts and presence between the instances, by NOTIFY. One notification holds 8,000 bytes, so a
 * message may come in parts; those of one transaction arrive together and in order. Messages sent while the
 * connection is down are lost, as broadcasts may be; the handlers are called then.
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "#backend/core/observability/log.ts";
import { parseJson } from "#backend/core/values/parse-json.ts";
import { listenOnce, type NotificationSource } from "./listen-once.ts";

const CHANNEL = "realtime_relay";
const PART_BYTES = 7_800;
/** The limit of text queued for the database; past it messages of this instance are not relayed. */
const MAX_QUEUED_LENGTH = 32 * 1024 * 1024;
/** Per message. No instance sends more parts. */
const MAX_PARTS = Math.ceil(MAX_QUEUED_LENGTH / PART_BYTES);
/**
 * The limit of senders with an unfinished message. The parts of an instance's message arrive together, so more
 * than one is the doing of another role that may notify.
 */
const MAX_UNFINISHED = 8;

/** Sends and receives notifications. */
export interface NotificationClient extends NotificationSource {
  /** In one transaction: they arrive together and in order. */
  notify(channel: string, texts: string[]): Promise<void>;
}

interface RelayHandlers {
  /** A message of another instance, or of any other role that may notify. */
  onMessage(message: unknown, origin: string): void;
  /** The connection is up, for the first time or again. */
  onConnected(): void;
  /** A message could not be sent. */
  onSendFailed(): void;
}

export class InstanceRelay<Message> {
  /** The id of this instance. */
  readonly origin: string = randomUUID();
  readonly #client: NotificationClient;
  readonly #log: Logger;
  readonly #handlers: RelayHandlers;
  /**
   * Resolves when notifications are received; from then on they are until the end. Rejects without a
   * database.
   */
  readonly open: () => Promise<void>;
  readonly #parts = new Map<string, string[]>();
  #queue: string[] = [];
  #queuedLength = 0;
  /** Whether messages were dropped since the queue was last emptied. */
  #isFull = false;
  #sending: Promise<void> | null = null;
  #count = 0;

  constructor(client: NotificationClient, log: Logger, handlers: RelayHandlers) {
    this.#client = client;
    this.#log = log;
    this.#handlers = handlers;
    this.open = listenOnce(client, CHANNEL, {
      onNotify: (part) => this.#receive(part),
      onConnected: () => handlers.onConnected(),
    });
  }

  /** Sends to the other instances, after the messages that are queued already. */
  send(message: Message): void {
    // Only characters of one byte, so that the length of a part is its size in bytes.
    const text = JSON.stringify(message).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    if (this.#queuedLength + text.length > MAX_QUEUED_LENGTH) {
      if (!this.#isFull)
        this.#log.warn("messages are not relayed to other instances: too many are queued for the database");
      this.#isFull = true;
      this.#handlers.onSendFailed();
      return;
    }
    const id = ++this.#count;
    const total = Math.ceil(text.length / PART_BYTES);
    for (let part = 0; part < total; part++) {
      const body = text.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
      // Numbered, because Postgres drops a notification that is the same as another of its transaction.
      this.#queue.push(`${this.origin} ${id} ${part + 1} ${total} ${body}`);
    }
    this.#queuedLength += text.length;
    this.#sending ??= this.#flush().finally(() => {
      this.#sending = null;
    });
  }

  /** Resolves when all queued messages have been sent. */
  async close(): Promise<void> {
    await this.#sending;
  }

  async #flush(): Promise<void> {
    // Messages of the same turn of the event loop are sent together.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      const parts = this.#queue;
      this.#queue = [];
      this.#queuedLength = 0;
      this.#isFull = false;
      try {
        await this.#client.notify(CHANNEL, parts);
      } catch (error) {
        this.#log.warn({ error: String(error) }, "messages could not be relayed to other instances");
        this.#handlers.onSendFailed();
      }
    }
  }

  #receive(text: string): void {
    const [, origin = "", index = "", total = "", body = ""] =
      /^(\S{1,64}) \d+ (\d+) (\d+) (.*)$/s.exec(text) ?? [];
    if (origin === "" || origin === this.origin) return;
    const message = total === "1" ? body : this.#join(origin, Number(index), Number(total), body);
    if (message !== null) this.#handlers.onMessage(parseJson(message), origin);
  }

  /** Null until the last part has arrived. */
  #join(origin: string, index: number, total: number, body: string): string | null {
    // An instance sends one message after the other: an unfinished one is dropped when the next begins.
    const parts = index === 1 ? [] : (this.#parts.get(origin) ?? []);
    this.#parts.delete(origin);
    if (parts.length + 1 !== index || index > total || total > MAX_PARTS) return null;
    parts.push(body);
    if (index === total) return parts.join("");
    const [oldest] = this.#parts.keys();
    if (oldest !== undefined && this.#parts.size >= MAX_UNFINISHED) this.#parts.delete(oldest);
    this.#parts.set(origin, parts);
    return null;
  }
}
