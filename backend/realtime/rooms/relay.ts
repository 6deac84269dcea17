/**
 * Carries what is said between the copies of the process, by NOTIFY. One notification holds 8,000 bytes, so that a
 * message may come in parts; those of one transaction arrive together and in order. What is said while the connection
 * is lost is lost, as broadcasts may be; the listener is told of it.
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "../../core/log.ts";
import { parseJson } from "../json.ts";
import { type Ear, listenOnce } from "./listening.ts";

const CHANNEL = "realtime_relay";
const PART_BYTES = 7_800;
/** Text that may wait for the database; past it messages of this copy stay on this copy. */
const WAITING_CHARACTERS = 32 * 1024 * 1024;
/** Of one message: more is nothing that a copy sends. */
const MOST_PARTS = Math.ceil(WAITING_CHARACTERS / PART_BYTES);
/** Copies whose message is unfinished. Parts arrive together, so that more than one is nothing that copies do. */
const MOST_UNFINISHED = 8;

/** How notifications come and leave. */
export interface Post extends Ear {
  /** In one transaction: they arrive together and in order. */
  notify(channel: string, texts: string[]): Promise<void>;
}

interface Listener {
  /** What another copy has sent, or somebody else who may notify. */
  onMessage(message: unknown, origin: string): void;
  /** The connection is there (again). */
  onBack(): void;
  /** What was sent did not leave. */
  onUnsent(): void;
}

export class Relay<Message> {
  /** The name of this copy among the others. */
  readonly origin: string = randomUUID();
  readonly #post: Post;
  readonly #log: Logger;
  readonly #listener: Listener;
  /** Resolves when the other copies are heard; from then on they are until the end. Rejects without a database. */
  readonly open: () => Promise<void>;
  readonly #parts = new Map<string, string[]>();
  #waiting: string[] = [];
  #waitingCharacters = 0;
  #sending: Promise<void> | null = null;
  #count = 0;

  constructor(post: Post, log: Logger, listener: Listener) {
    this.#post = post;
    this.#log = log;
    this.#listener = listener;
    this.open = listenOnce(post, CHANNEL, {
      onNotify: (part) => this.#receive(part),
      onConnected: () => listener.onBack(),
    });
  }

  /** Tells the other copies, as soon as what was said before has left. */
  send(message: Message): void {
    // Only letters that are one byte each, so that a part's bytes are its characters.
    const text = JSON.stringify(message).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    if (this.#waitingCharacters + text.length > WAITING_CHARACTERS) {
      this.#log.warn("other copies are not told of a broadcast: too many wait for the database");
      this.#listener.onUnsent();
      return;
    }
    const id = ++this.#count;
    const total = Math.ceil(text.length / PART_BYTES);
    for (let part = 0; part < total; part++) {
      const body = text.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
      // Numbered, because Postgres drops a notification that is the same as another of its transaction.
      this.#waiting.push(`${this.origin} ${id} ${part + 1} ${total} ${body}`);
    }
    this.#waitingCharacters += text.length;
    this.#sending ??= this.#flush().finally(() => {
      this.#sending = null;
    });
  }

  /** Resolves when all that was said has left. */
  async close(): Promise<void> {
    await this.#sending;
  }

  async #flush(): Promise<void> {
    // What is said in the same moment leaves together.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const parts = this.#waiting;
      this.#waiting = [];
      this.#waitingCharacters = 0;
      try {
        await this.#post.notify(CHANNEL, parts);
      } catch (error) {
        this.#log.warn({ error: String(error) }, "other copies could not be told of a broadcast");
        this.#listener.onUnsent();
      }
    }
  }

  #receive(text: string): void {
    const [, origin = "", index = "", total = "", body = ""] =
      /^(\S{1,64}) \d+ (\d+) (\d+) (.*)$/s.exec(text) ?? [];
    if (origin === "" || origin === this.origin) return;
    const whole = total === "1" ? body : this.#join(origin, Number(index), Number(total), body);
    if (whole !== null) this.#listener.onMessage(parseJson(whole), origin);
  }

  /** Null until the last part is here. */
  #join(origin: string, index: number, total: number, body: string): string | null {
    // A copy sends one message after the other: what is unfinished when the next begins will not be finished.
    const parts = index === 1 ? [] : (this.#parts.get(origin) ?? []);
    this.#parts.delete(origin);
    if (parts.length + 1 !== index || index > total || total > MOST_PARTS) return null;
    parts.push(body);
    if (index === total) return parts.join("");
    const [oldest] = this.#parts.keys();
    if (oldest !== undefined && this.#parts.size >= MOST_UNFINISHED) this.#parts.delete(oldest);
    this.#parts.set(origin, parts);
    return null;
  }
}
