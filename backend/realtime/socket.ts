/**
 * The connection of one client: its messages, its channels, and the limits that protect the other clients.
 */
import type { RawData, WebSocket } from "ws";
import type { Claims } from "#backend/core/gateway/tokens.ts";
import type { TokenBucket } from "#backend/core/limits/token-bucket.ts";
import { authFromClaims, authFromToken, ChannelError } from "./auth-context.ts";
import { Channel, type ChannelDeps } from "./channel.ts";
import { CLIENT_UNIT_BYTES, MESSAGE_UNIT_BYTES } from "./config.ts";
import { decodeFrame, TOPIC_PREFIX } from "./frames.ts";
import { parseJoinPayload } from "./join-payload.ts";
import { decode, encode, type Message, type Version } from "./serializer.ts";
import { requireSession } from "./sessions.ts";

/** In bytes. Up to so many wait uncounted: most messages are sent at once. */
const MIN_UNREAD = 64 * 1024;
/** The same for a message that is arriving. */
const MIN_UNFINISHED = 64 * 1024;
/** Shorter than the interval of heartbeats. */
const MAX_PAUSE_SECONDS = 20;

/** Close codes of the WebSocket protocol. */
const CLOSE = { invalid: 1007, overLimit: 1008, failed: 1011 } as const;
/** A longer topic does not fit into a frame. */
const MAX_TOPIC_BYTES = 255;

interface JoinedChannel {
  channel: Channel;
  joinRef: string | null;
}

export class RealtimeSocket {
  readonly #deps: ChannelDeps;
  readonly #ws: WebSocket;
  readonly #version: Version;
  /** The claims of the API key, for joins without a token. */
  readonly #claims: Claims;
  readonly #channels = new Map<string, JoinedChannel>();
  /** Joins whose token is being verified. A leave or another join meanwhile cancels them. */
  readonly #joining = new Map<string, Message>();
  readonly #buckets: { socket_message?: TokenBucket; socket_join?: TokenBucket } = {};
  #lastSeenAt = performance.now();
  /** Of a message that has not arrived completely: bytes that are not counted yet, and how to end the count of the others. */
  #arrivedBytes = 0;
  readonly #unfinished: (() => void)[] = [];

  constructor(deps: ChannelDeps, ws: WebSocket, { version, claims }: { version: Version; claims: Claims }) {
    this.#deps = deps;
    this.#ws = ws;
    this.#version = version;
    this.#claims = claims;
    ws.on("message", (data, isBinary) => this.#receive(data, isBinary));
    // Frames that carry nothing are answered, too. A client that sends too many would go on while a close is on its way.
    for (const event of ["ping", "pong"] as const) {
      ws.on(event, (data: Buffer) => {
        if (!this.#admit(data.length)) ws.terminate();
      });
    }
    ws.on("close", () => this.#closeChannels());
    // An invalid frame closes the socket with its code; the error needs no other handling.
    ws.on("error", () => {});
  }

  /** Terminates an idle socket, and closes channels whose token has expired. */
  checkTimeouts(): void {
    if (performance.now() - this.#lastSeenAt > this.#deps.settings.idleTimeoutMs) this.#ws.terminate();
    for (const { channel } of [...this.#channels.values()]) channel.closeIfExpired();
  }

  /** The ids of the sessions whose tokens its channels hold. */
  listSessions(): string[] {
    return [...this.#channels.values()].flatMap(({ channel }) => channel.auth.sessionId ?? []);
  }

  /** Closes the channels of these sessions. */
  closeSessions(ended: ReadonlySet<string>): void {
    for (const { channel } of [...this.#channels.values()]) channel.closeIfEnded(ended);
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#lastSeenAt = performance.now();
    this.#releaseUnfinished();
    const bytes = Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength;
    if (!this.#admit(bytes)) {
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

  /** Counts what the client has sent, and reads slowly what is more than it may; false when that is far more. */
  #admit(bytes: number): boolean {
    const waitSeconds = this.#deps.client.takeMessageOnCredit(1 + Math.floor(bytes / CLIENT_UNIT_BYTES));
    if (waitSeconds > MAX_PAUSE_SECONDS && bytes > CLIENT_UNIT_BYTES) return false;
    if (waitSeconds > 0) this.#pause(Math.min(waitSeconds, MAX_PAUSE_SECONDS));
    return this.#consume("socket_message", 1 + Math.floor(bytes / MESSAGE_UNIT_BYTES));
  }

  /** Called with what arrives: a message stays in memory until all of it is here. */
  countArrived(bytes: number): void {
    this.#arrivedBytes += bytes;
    if (this.#arrivedBytes < MIN_UNFINISHED) return;
    const release = this.#deps.client.hold("unfinished_request_bytes", this.#arrivedBytes);
    this.#arrivedBytes = 0;
    if (release) this.#unfinished.push(release);
    else this.#ws.terminate();
  }

  #releaseUnfinished(): void {
    this.#arrivedBytes = 0;
    for (const release of this.#unfinished.splice(0)) release();
  }

  /** Reads nothing for a while: other clients of the same address did nothing wrong, and lose nothing by it. */
  #pause(seconds: number): void {
    if (this.#ws.isPaused) return;
    this.#ws.pause();
    setTimeout(() => {
      this.#lastSeenAt = performance.now();
      this.#ws.resume();
    }, seconds * 1000).unref();
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
      if (!this.#consume("socket_join", 1)) {
        this.#ws.close(CLOSE.overLimit, "Too many tokens per second");
        return;
      }
      await joined.channel.refreshToken(getField(message.payload, "access_token"));
    } else if ((event === "broadcast" || event === "presence") && isCurrent) {
      const status = joined.channel[event](message.payload);
      if (status) this.#reply(message, status, {});
    }
  }

  async #join(message: Message): Promise<void> {
    const { topic, joinRef, payload } = message;
    let joined: JoinedChannel | undefined;
    try {
      if (!topic.startsWith(TOPIC_PREFIX) || topic === TOPIC_PREFIX) {
        throw new ChannelError("TopicNameRequired", "You must provide a topic name");
      }
      if (Buffer.byteLength(topic) > MAX_TOPIC_BYTES)
        throw new ChannelError("TopicNameTooLong", "The topic is too long");
      const request = parseJoinPayload(payload);
      const { bindingsPerChannel, channelsPerSocket } = this.#deps.settings;
      if (request.bindings.length > bindingsPerChannel) {
        throw new ChannelError(
          "InvalidJoinPayload",
          `more than ${bindingsPerChannel} bindings to postgres_changes`,
        );
      }
      const count = 1 + request.bindings.length;
      if (!this.#consume("socket_join", count) || !this.#deps.client.take("socket_join", count))
        throw new ChannelError("ClientJoinRateLimitReached", "Too many joins per second");
      const { accessToken } = request;
      this.#joining.set(topic, message);
      const auth =
        accessToken === null
          ? authFromClaims(this.#claims)
          : await authFromToken(this.#deps.tokens, accessToken);
      await requireSession(this.#deps.sql, auth);
      if (this.#joining.get(topic) !== message) return;
      const earlier = this.#channels.get(topic);
      if (earlier) this.#leave(topic, earlier);
      if (this.#channels.size >= channelsPerSocket) {
        throw new ChannelError("ChannelRateLimitReached", "Too many channels");
      }
      if (this.#ws.readyState !== this.#ws.OPEN) return;
      joined = this.#open(topic, joinRef, auth);
      await joined.channel.join(request, (response) => this.#reply(message, "ok", response));
    } catch (error) {
      if (joined) this.#removeChannel(topic, joined);
      if (!(error instanceof ChannelError)) throw error;
      this.#reply(message, "error", { reason: error.reason });
    } finally {
      if (this.#joining.get(topic) === message) this.#joining.delete(topic);
    }
  }

  #open(topic: string, joinRef: string | null, auth: Channel["auth"]): JoinedChannel {
    const channel = new Channel(this.#deps, {
      topic,
      auth,
      push: (event, payload) => this.#send({ joinRef, ref: null, topic, event }, payload),
      pushFrame: (frame) => {
        // Version 1.0.0 has no binary frames.
        if (this.#version === "2.0.0") this.#write(frame);
      },
      end: (event) => {
        this.#removeChannel(topic, joined);
        this.#send({ joinRef, ref: joinRef, topic, event }, "{}");
      },
    });
    const joined = { channel, joinRef };
    this.#channels.set(topic, joined);
    return joined;
  }

  #leave(topic: string, joined: JoinedChannel): void {
    this.#removeChannel(topic, joined);
    const { joinRef } = joined;
    this.#send({ joinRef, ref: joinRef, topic, event: "phx_close" }, "{}");
  }

  #removeChannel(topic: string, joined: JoinedChannel): void {
    joined.channel.close();
    if (this.#channels.get(topic) === joined) this.#channels.delete(topic);
  }

  #closeChannels(): void {
    this.#releaseUnfinished();
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
    const { bufferedAmount } = this.#ws;
    const isTooMuch = bufferedAmount > this.#deps.settings.maxBufferedBytes;
    const release =
      isTooMuch || bufferedAmount < MIN_UNREAD
        ? null
        : this.#deps.client.hold("unread_socket_bytes", data.length);
    if (isTooMuch || (release === null && bufferedAmount >= MIN_UNREAD)) {
      // A client that does not read would not read a close frame either.
      this.#deps.log.info("a client that does not read its messages is disconnected");
      this.#ws.terminate();
      return;
    }
    this.#ws.send(data, release ?? undefined);
  }

  #consume(limit: "socket_message" | "socket_join", cost: number): boolean {
    const { bucket, waitSeconds } = this.#deps.limits.takeOfSocket(limit, this.#buckets[limit], cost);
    this.#buckets[limit] = bucket;
    return waitSeconds === 0;
  }
}

function getField(payload: unknown, name: string): unknown {
  if (typeof payload !== "object" || payload === null) return undefined;
  return Object.entries(payload).find(([key]) => key === name)?.[1];
}
