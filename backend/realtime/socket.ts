/** One client's connection: its messages, its channels, and the limits that keep it from hurting others. */
import type { RawData, WebSocket } from "ws";
import { type Bucket, type BucketRule, spendFrom } from "../core/address-limits.ts";
import type { Claims } from "../core/tokens.ts";
import { accessOf, accessOfClaims, Refusal } from "./access.ts";
import { Channel, type ChannelDeps } from "./channel.ts";
import { decodeFrame, TOPIC_PREFIX } from "./frames.ts";
import { readJoinPayload } from "./join-payload.ts";
import { decode, encode, type Message, type Version } from "./serializer.ts";

/** Close codes of the WebSocket protocol. */
const CLOSE = { invalid: 1007, overLimit: 1008, failed: 1011 } as const;
/** More does not fit into a frame. */
const TOPIC_BYTES = 255;
const MESSAGE_UNIT_BYTES = 65_536;

interface JoinedChannel {
  channel: Channel;
  joinRef: string | null;
}

export class RealtimeSocket {
  readonly #deps: ChannelDeps;
  readonly #ws: WebSocket;
  readonly #version: Version;
  /** Of the API key: who joins without a token of their own stands on it. */
  readonly #claims: Claims;
  readonly #channels = new Map<string, JoinedChannel>();
  /** Joins whose token is being looked at: left or sent again meanwhile, they come to nothing. */
  readonly #joining = new Map<string, Message>();
  readonly #buckets: { messages?: Bucket; joins?: Bucket } = {};
  #heardAt = Date.now();

  constructor(deps: ChannelDeps, ws: WebSocket, { version, claims }: { version: Version; claims: Claims }) {
    this.#deps = deps;
    this.#ws = ws;
    this.#version = version;
    this.#claims = claims;
    ws.on("message", (data, isBinary) => this.#receive(data, isBinary));
    ws.on("close", () => this.#closeChannels());
    // What is wrong with a frame is answered by its close code; nobody else need know.
    ws.on("error", () => {});
  }

  /** Drops a client that is gone, and ends channels whose token has expired. */
  sweep(now: number): void {
    if (now - this.#heardAt > this.#deps.settings.silenceMs) this.#ws.terminate();
    for (const { channel } of [...this.#channels.values()]) channel.expire(now);
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#heardAt = Date.now();
    const bytes = Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength;
    if (!this.#spend("messages", 1 + Math.floor(bytes / MESSAGE_UNIT_BYTES))) {
      this.#ws.close(CLOSE.overLimit, "Too many messages per second");
      return;
    }
    const message = isBinary ? this.#decodeFrame(data) : decode(this.#version, data.toString());
    if (message === null) {
      this.#ws.close(CLOSE.invalid, "Not a message of this protocol version");
      return;
    }
    this.#handle(message).catch((error: unknown) => {
      this.#deps.log.error({ err: error }, "a message could not be handled");
      this.#ws.close(CLOSE.failed, "Internal error");
    });
  }

  #decodeFrame(data: RawData): Message | null {
    return this.#version === "2.0.0" && Buffer.isBuffer(data) ? decodeFrame(data) : null;
  }

  async #handle(message: Message): Promise<void> {
    const { topic, event } = message;
    const joined = this.#channels.get(topic);
    const isCurrent = joined !== undefined && (message.joinRef ?? joined.joinRef) === joined.joinRef;
    if (topic === "phoenix" && event === "heartbeat") {
      this.#reply(message, "ok", {});
    } else if (event === "phx_join") {
      await this.#join(message);
    } else if (event === "phx_leave") {
      this.#reply(message, "ok", {});
      const { joinRef } = this.#joining.get(topic) ?? {};
      if (message.joinRef === null || message.joinRef === joinRef) this.#joining.delete(topic);
      if (isCurrent) this.#leave(topic, joined);
    } else if (joined === undefined) {
      this.#reply(message, "error", { reason: "unmatched topic" });
    } else if (event === "access_token" && isCurrent) {
      if (!this.#spend("joins", 1)) {
        this.#ws.close(CLOSE.overLimit, "Too many tokens per second");
        return;
      }
      await joined.channel.renew(fieldOf(message.payload, "access_token"));
    } else if ((event === "broadcast" || event === "presence") && isCurrent) {
      const answer = joined.channel[event](message.payload);
      if (answer) this.#reply(message, answer, {});
    }
  }

  async #join(message: Message): Promise<void> {
    const { topic, joinRef, payload } = message;
    let joined: JoinedChannel | undefined;
    try {
      if (!topic.startsWith(TOPIC_PREFIX) || topic === TOPIC_PREFIX) {
        throw new Refusal("TopicNameRequired", "You must provide a topic name");
      }
      if (Buffer.byteLength(topic) > TOPIC_BYTES)
        throw new Refusal("TopicNameTooLong", "The topic is too long");
      const request = readJoinPayload(payload);
      const { bindingsPerChannel, channelsPerSocket } = this.#deps.settings;
      if (request.bindings.length > bindingsPerChannel) {
        throw new Refusal(
          "InvalidJoinPayload",
          `more than ${bindingsPerChannel} bindings to postgres_changes`,
        );
      }
      if (!this.#spend("joins", 1 + request.bindings.length))
        throw new Refusal("ClientJoinRateLimitReached", "Too many joins per second");
      const { accessToken } = request;
      this.#joining.set(topic, message);
      const access =
        accessToken === null ? accessOfClaims(this.#claims) : await accessOf(this.#deps.tokens, accessToken);
      if (this.#joining.get(topic) !== message) return;
      const earlier = this.#channels.get(topic);
      if (earlier) this.#leave(topic, earlier);
      if (this.#channels.size >= channelsPerSocket) {
        throw new Refusal("ChannelRateLimitReached", "Too many channels");
      }
      if (this.#ws.readyState !== this.#ws.OPEN) return;
      joined = this.#open(topic, joinRef, access);
      await joined.channel.join(request, (response) => this.#reply(message, "ok", response));
    } catch (error) {
      if (joined) this.#forget(topic, joined);
      if (!(error instanceof Refusal)) throw error;
      this.#reply(message, "error", { reason: error.reason });
    } finally {
      if (this.#joining.get(topic) === message) this.#joining.delete(topic);
    }
  }

  #open(topic: string, joinRef: string | null, access: Channel["access"]): JoinedChannel {
    const channel = new Channel(this.#deps, {
      topic,
      access,
      push: (event, payload) => this.#send({ joinRef, ref: null, topic, event }, payload),
      pushFrame: (frame) => {
        // The older version knows no frames.
        if (this.#version === "2.0.0") this.#write(frame);
      },
      end: (event) => {
        this.#forget(topic, joined);
        this.#send({ joinRef, ref: joinRef, topic, event }, "{}");
      },
    });
    const joined = { channel, joinRef };
    this.#channels.set(topic, joined);
    return joined;
  }

  #leave(topic: string, joined: JoinedChannel): void {
    this.#forget(topic, joined);
    const { joinRef } = joined;
    this.#send({ joinRef, ref: joinRef, topic, event: "phx_close" }, "{}");
  }

  #forget(topic: string, joined: JoinedChannel): void {
    joined.channel.close();
    if (this.#channels.get(topic) === joined) this.#channels.delete(topic);
  }

  #closeChannels(): void {
    for (const { channel } of this.#channels.values()) channel.close();
    this.#channels.clear();
  }

  #reply({ joinRef, ref, topic }: Message, status: "ok" | "error", response: object): void {
    if (ref === null) return;
    this.#send({ joinRef, ref, topic, event: "phx_reply" }, JSON.stringify({ status, response }));
  }

  #send(message: Omit<Message, "payload">, payload: string): void {
    this.#write(encode(this.#version, message, payload));
  }

  #write(data: string | Buffer): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#ws.bufferedAmount > this.#deps.settings.unsentBytes) {
      // Whoever does not read would not read a farewell either.
      this.#deps.log.info("a client that does not read its messages is cut off");
      this.#ws.terminate();
      return;
    }
    this.#ws.send(data);
  }

  #spend(kind: "messages" | "joins", cost: number): boolean {
    const rule: BucketRule = this.#deps.settings[kind];
    const { bucket, waitSeconds } = spendFrom(this.#buckets[kind], rule, Date.now(), cost);
    this.#buckets[kind] = bucket;
    return waitSeconds === 0;
  }
}

function fieldOf(payload: unknown, name: string): unknown {
  if (typeof payload !== "object" || payload === null) return undefined;
  return Object.entries(payload).find(([key]) => key === name)?.[1];
}
