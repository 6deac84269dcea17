/**
 * The realtime service, as Supabase Realtime answers for it: one socket a client, channels on it, and on these what
 * others say and who is present, and the changes of tables that the client may see.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import { createAddressLimiter } from "../core/address-limits.ts";
import type { Sql } from "../core/database.ts";
import { startHousekeeping } from "../core/housekeeping.ts";
import { openToOrigins } from "../core/http.ts";
import type { Keys } from "../core/keys.ts";
import type { Logger } from "../core/log.ts";
import { networkOf } from "../core/network.ts";
import type { RequestContext, Service } from "../core/service.ts";
import type { Tokens } from "../core/tokens.ts";
import { answerBroadcast } from "./broadcast-api.ts";
import { defaultSettings, type RealtimeSettings } from "./config.ts";
import { type Handshake, SOCKET_PATH, shakeHands } from "./handshake.ts";
import { PostgresChanges } from "./postgres-changes/index.ts";
import type { ConnectReplication } from "./postgres-changes/replication.ts";
import { roomsDatabase } from "./rooms/database.ts";
import { Rooms } from "./rooms/index.ts";
import { deleteOldMessages } from "./rooms/stored.ts";
import { RealtimeSocket } from "./socket.ts";

export interface Realtime extends Service {
  /** Makes a request a socket, or refuses it. `ip` is the client's. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): void;
  /** Closes every socket: clients come back by themselves when they can. */
  hangUp(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** The service restarts; clients try again at once. */
const RESTART = 1012;
const FAREWELL_MS = 1_000;
const FAREWELL_POLL_MS = 20;

const REASONS = { 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 429: "Too Many Requests" };

/** `sql` may become the roles of tokens, and stays the caller's to close; `connect` opens the stream of changes. */
export function createRealtime(deps: {
  sql: Sql;
  connect: ConnectReplication;
  tokens: Tokens;
  /** Those of the opaque kind stand for tokens. */
  keys: Keys;
  log: Logger;
  config?: Partial<RealtimeSettings>;
}): Realtime {
  const { sql, connect, tokens, keys, log } = deps;
  const settings = { ...defaultSettings, ...deps.config };
  const changes = new PostgresChanges({ sql, connect, settings: settings.changes, log });
  const rooms = new Rooms(roomsDatabase(sql), log);
  const addresses = createAddressLimiter(settings.addressLimits);
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: settings.messageBytes,
    perMessageDeflate: false,
  });
  const sockets = new Map<WebSocket, { socket: RealtimeSocket; network: string }>();
  const perNetwork = new Map<string, number>();
  let isClosing = false;

  const sweep = setInterval(() => {
    const now = Date.now();
    for (const { socket } of sockets.values()) socket.sweep(now);
  }, settings.sweepMs);
  sweep.unref();
  const stopHousekeeping = startHousekeeping({ service: "Realtime", everyMs: HOUR_MS }, log, () =>
    deleteOldMessages(sql),
  );

  async function receive(request: IncomingMessage, stream: Duplex, head: Buffer, ip: string): Promise<void> {
    const hands = await shakeHands(request, ip, { tokens, keys, addresses });
    if (!hands.ok) {
      refuse(stream, hands.status, hands.error);
      return;
    }
    const network = networkOf(ip);
    const open = perNetwork.get(network) ?? 0;
    if (isClosing) {
      stream.destroy();
    } else if (open >= settings.socketsPerAddress || sockets.size >= settings.sockets) {
      refuse(stream, 429, "Too many connections");
    } else {
      server.handleUpgrade(request, stream, head, (ws) => admit(ws, ip, hands));
    }
  }

  function admit(ws: WebSocket, ip: string, hands: Extract<Handshake, { ok: true }>): void {
    const network = networkOf(ip);
    const { headers } = hands;
    const spendRights = () => addresses.spend("rights", ip) === 0;
    perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1);
    sockets.set(ws, {
      network,
      socket: new RealtimeSocket(
        { settings, sql, tokens, changes, rooms, spendRights, headers, log },
        ws,
        hands,
      ),
    });
    ws.once("close", () => {
      sockets.delete(ws);
      const left = (perNetwork.get(network) ?? 1) - 1;
      if (left === 0) perNetwork.delete(network);
      else perNetwork.set(network, left);
    });
  }

  async function answer(request: Request, context: RequestContext): Promise<Response> {
    try {
      const api = { rooms, sql, addresses, messageBytes: settings.messageBytes };
      const answered = await answerBroadcast(api, request, context);
      if (answered) return answered;
    } catch (error) {
      log.error({ err: error }, "a broadcast over HTTP failed");
      return Response.json({ error: "Internal error" }, { status: 500 });
    }
    const isSocket = new URL(request.url).pathname === SOCKET_PATH;
    const [status, error] = isSocket ? [426, "Upgrade Required"] : [404, "Not found"];
    return Response.json({ error }, { status });
  }

  async function hangUp(): Promise<void> {
    isClosing = true;
    for (const ws of sockets.keys()) ws.close(RESTART, "Service restart");
    for (let waited = 0; sockets.size > 0 && waited < FAREWELL_MS; waited += FAREWELL_POLL_MS) {
      await sleep(FAREWELL_POLL_MS);
    }
    for (const ws of sockets.keys()) ws.terminate();
  }

  return {
    fetch: async (request, context) => openToOrigins(await answer(request, context)),
    upgrade: (request, socket, head, ip) => {
      // A client that goes away during the handshake.
      socket.on("error", () => socket.destroy());
      receive(request, socket, head, ip).catch((error: unknown) => {
        log.error({ err: error }, "a socket could not be opened");
        socket.destroy();
      });
    },
    hangUp,
    close: async () => {
      clearInterval(sweep);
      await hangUp();
      await Promise.all([changes.close(), rooms.close(), stopHousekeeping()]);
    },
  };
}

function refuse(socket: Duplex, status: keyof typeof REASONS, error: string): void {
  const body = JSON.stringify({ error });
  socket.end(
    [
      `HTTP/1.1 ${status} ${REASONS[status]}`,
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
