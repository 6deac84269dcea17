/**
 * The rooms that channels of this copy are in: what is said in them and who is present, together with the other copies
 * of the process and the database. A private and a public room of one name are two.
 */
import { randomBytes } from "node:crypto";
import type { Logger } from "../../core/log.ts";
import type { Broadcast } from "../broadcast.ts";
import { listenOnce } from "./listening.ts";
import { type Entry, Presence, writeEntries } from "./presence.ts";
import { type Post, Relay } from "./relay.ts";
import { type Relayed, readRelayed } from "./relayed.ts";
import { type Announcement, announcements, MESSAGES_CHANNEL, type Message } from "./stored.ts";
import { type Told, toldOf } from "./told.ts";

export interface RoomName {
  /** Without the protocol's prefix. */
  topic: string;
  isPrivate: boolean;
}

export interface Member {
  hear(told: Told): void;
  /** Somebody came or went; `diff` is JSON. */
  notice(diff: string): void;
}

/** What rooms ask of the database. */
export interface RoomsDatabase extends Post {
  /** In the order of the announcements. What is gone already is left out. */
  readMessages(announced: Announcement[]): Promise<Message[]>;
}

interface Room {
  name: RoomName;
  members: Set<Member>;
  presence: Presence;
}

/** Whoever tracks is said to be alive this often, and is gone after so long a silence. */
const ALIVE_MS = 10_000;
const SILENCE_MS = 35_000;
/** What is tracked in one room: past it nobody else can, because everyone who comes is told all of it. */
const PRESENCE_CHARACTERS = 1_000_000;
/** Messages of the database that are read at once. */
const READ_TOGETHER = 100;

export class Rooms {
  readonly #database: RoomsDatabase;
  readonly #log: Logger;
  readonly #rooms = new Map<string, Room>();
  readonly #tracked = new Map<Member, Entry>();
  readonly #relay: Relay<Relayed>;
  readonly #hearDatabase: () => Promise<void>;
  readonly #heardAt = new Map<string, number>();
  readonly #pulse: NodeJS.Timeout;
  /** Whether other copies may believe of this one what no longer holds. */
  #isMisunderstood = false;
  /** Messages of the database that were announced, and whether they are being read. */
  #announced: Announcement[] = [];
  #reading: Promise<void> | null = null;

  constructor(database: RoomsDatabase, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#relay = new Relay(database, log, {
      onMessage: (value, origin) => {
        const message = readRelayed(value, origin);
        if (message) this.#receive(message, origin);
      },
      onBack: () => {
        // Who went meanwhile was not heard to go.
        for (const origin of [...this.#heardAt.keys()]) this.#forget(origin);
        this.#ask();
        // Another copy may have asked meanwhile.
        for (const room of this.#rooms.keys()) this.#answer(room);
      },
      onUnsent: () => {
        this.#isMisunderstood = true;
      },
    });
    this.#hearDatabase = listenOnce(database, MESSAGES_CHANNEL, {
      onNotify: announcements((announced) => this.#announce(announced)),
    });
    this.#pulse = setInterval(() => this.#beat(Date.now()), ALIVE_MS);
    this.#pulse.unref();
  }

  /** Resolves when all that is said from now on will be heard. Rejects without a database. */
  async enter(name: RoomName, member: Member): Promise<void> {
    await Promise.all([this.#hearDatabase(), this.#relay.open()]);
    const key = keyOf(name);
    const known = this.#rooms.get(key);
    if (known) {
      known.members.add(member);
      return;
    }
    this.#rooms.set(key, { name, members: new Set([member]), presence: new Presence() });
    this.#relay.send({ kind: "who", room: key });
  }

  leave(name: RoomName, member: Member): void {
    this.untrack(name, member);
    const room = this.#rooms.get(keyOf(name));
    room?.members.delete(member);
    if (room?.members.size === 0) this.#rooms.delete(keyOf(name));
  }

  /** To all in the room, on every copy; not to `except`. */
  say(name: RoomName, broadcast: Broadcast, except?: Member): void {
    const room = keyOf(name);
    this.#tell(room, broadcast, except);
    const { event, payload } = broadcast;
    const isBytes = typeof payload !== "string";
    const body = isBytes ? Buffer.from(payload).toString("base64") : payload;
    this.#relay.send({ kind: "broadcast", room, event, body, isBytes });
  }

  /** From now on, or anew: `payload` is the JSON of an object. False when the room is full, or not the member's. */
  track(name: RoomName, member: Member, key: string, payload: string): boolean {
    const room = this.#rooms.get(keyOf(name));
    const previous = this.#tracked.get(member);
    const characters = (room?.presence.characters ?? 0) - (previous?.payload.length ?? 0) + payload.length;
    if (!room?.members.has(member) || characters > PRESENCE_CHARACTERS) return false;
    const entry: Entry = {
      key,
      ref: randomBytes(9).toString("base64url"),
      origin: this.#relay.origin,
      payload,
      ...(previous && { previousRef: previous.ref }),
    };
    this.#tracked.set(member, entry);
    this.#notice(keyOf(name), (presence) => presence.add(entry));
    this.#relay.send({ kind: "joined", room: keyOf(name), entry });
    return true;
  }

  untrack(name: RoomName, member: Member): void {
    const entry = this.#tracked.get(member);
    if (!entry) return;
    this.#tracked.delete(member);
    this.#notice(keyOf(name), (presence) => presence.remove(({ ref }) => ref === entry.ref));
    this.#relay.send({ kind: "left", room: keyOf(name), ref: entry.ref });
  }

  /** The JSON of who is present. */
  presentIn(name: RoomName): string {
    return writeEntries(this.#rooms.get(keyOf(name))?.presence.entries ?? []);
  }

  async close(): Promise<void> {
    clearInterval(this.#pulse);
    if (this.#tracked.size > 0) this.#relay.send({ kind: "gone" });
    await Promise.all([this.#relay.close(), this.#reading]);
  }

  #tell(key: string, broadcast: Broadcast, except?: Member): void {
    const room = this.#rooms.get(key);
    if (!room) return;
    const told = toldOf(room.name.topic, broadcast);
    for (const member of room.members) if (member !== except) member.hear(told);
  }

  #notice(key: string, change: (presence: Presence) => string | null): void {
    const room = this.#rooms.get(key);
    const diff = room && change(room.presence);
    if (diff) for (const member of room.members) member.notice(diff);
  }

  #receive(message: Relayed, origin: string): void {
    // A copy that was silent for too long, and forgotten, is still there.
    if (message.kind === "alive" && !this.#heardAt.has(origin)) this.#ask();
    this.#heardAt.set(origin, Date.now());
    switch (message.kind) {
      case "broadcast": {
        const { room, event, body, isBytes } = message;
        this.#tell(room, { event, payload: isBytes ? Buffer.from(body, "base64") : body });
        break;
      }
      case "joined":
        this.#notice(message.room, (presence) => presence.add(message.entry));
        break;
      case "left":
        this.#notice(message.room, (presence) => presence.remove(({ ref }) => ref === message.ref));
        break;
      case "who":
        this.#answer(message.room);
        break;
      case "gone":
        this.#forget(origin);
        break;
      case "alive":
        break;
    }
  }

  #answer(room: string): void {
    for (const entry of this.#rooms.get(room)?.presence.entries ?? []) {
      if (entry.origin === this.#relay.origin) this.#relay.send({ kind: "joined", room, entry });
    }
  }

  #ask(): void {
    for (const room of this.#rooms.keys()) this.#relay.send({ kind: "who", room });
  }

  #beat(now: number): void {
    if (this.#isMisunderstood) {
      this.#isMisunderstood = false;
      this.#relay.send({ kind: "gone" });
      for (const room of this.#rooms.keys()) this.#answer(room);
    } else if (this.#tracked.size > 0) this.#relay.send({ kind: "alive" });
    for (const [origin, at] of this.#heardAt) if (now - at > SILENCE_MS) this.#forget(origin);
  }

  #forget(gone: string): void {
    this.#heardAt.delete(gone);
    for (const room of this.#rooms.keys()) {
      this.#notice(room, (presence) => presence.remove(({ origin }) => origin === gone));
    }
  }

  #announce(announced: Announcement): void {
    const { topic } = announced;
    const keys = [true, false].map((isPrivate) => keyOf({ topic, isPrivate }));
    if (!keys.some((key) => this.#rooms.has(key))) return;
    this.#announced.push(announced);
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
  }

  /** What is announced while others are read is read together: in its order. */
  async #read(): Promise<void> {
    while (this.#announced.length > 0) {
      try {
        const messages = await this.#database.readMessages(this.#announced.splice(0, READ_TOGETHER));
        for (const message of messages) this.#tell(keyOf(message), message.broadcast);
      } catch (error) {
        this.#log.warn({ error: String(error) }, "messages of the database could not be read");
      }
    }
  }
}

function keyOf({ topic, isPrivate }: RoomName): string {
  return `${isPrivate ? "private" : "public"} ${topic}`;
}
