/**
 * The realtime service, compatible with Supabase Realtime: one socket per client, channels on it, and on each
 * channel broadcasts, presence, and the changes of tables that the client may see.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import type { Sql } from "#backend/core/database/database.ts";
import type { Keys } from "#backend/core/gateway/keys.ts";
import type { RequestContext, Service } from "#backend/core/gateway/service.ts";
import type { Tokens } from "#backend/core/gateway/tokens.ts";
import { withCorsHeaders } from "#backend/core/http/http.ts";
import type { Limits } from "#backend/core/limits/limits.ts";
import { OpenCounts } from "#backend/core/limits/open-counts.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startPeriodicTask } from "#backend/core/timing/periodic-task.ts";
import { handleBroadcastRequest } from "./broadcast-api.ts";
import { createClientUses } from "./client-use.ts";
import { defaultSettings, type RealtimeSettings } from "./config.ts";
import { type Handshake, SOCKET_PATH, verifyHandshake } from "./handshake.ts";
import { PostgresChanges } from "./postgres-changes/index.ts";
import type { ConnectReplication } from "./postgres-changes/replication.ts";
import { listEndedSessions } from "./sessions.ts";
import { RealtimeSocket } from "./socket.ts";
import { deleteOldMessages } from "./topics/database-broadcasts.ts";
import { TopicHub } from "./topics/topic-hub.ts";
import { createTopicHubDatabase } from "./topics/topic-hub-database.ts";

export interface RealtimeService extends Service {
  /** Upgrades a request to a socket, or rejects it. `ip` is the client's. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): void;
  /** Closes every socket. Clients reconnect by themselves. */
  disconnectAll(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** "Service restart": clients reconnect at once. */
const RESTART_CLOSE_CODE = 1012;
const CLOSE_TIMEOUT_MS = 1_000;
const CLOSE_POLL_MS = 20;

const STATUS_TEXTS = { 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 429: "Too Many Requests" };

/** `sql` may take the roles of tokens, and the caller closes it; `connect` opens the replication stream. */
export function createRealtime(deps: {
  sql: Sql;
  connect: ConnectReplication;
  tokens: Tokens;
  /** The API keys. An opaque key stands for a token. */
  keys: Keys;
  limits: Limits;
  log: Logger;
  config?: Partial<RealtimeSettings>;
}): RealtimeService {
  const { sql, connect, tokens, keys, limits, log } = deps;
  const settings = { ...defaultSettings, ...deps.config };
  const changes = new PostgresChanges({ sql, connect, settings: settings.changes, log });
  const topicHub = new TopicHub(createTopicHubDatabase(sql), log);
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: settings.maxMessageBytes,
    perMessageDeflate: false,
    // Many messages that arrive together leave turns of the event loop to others.
    allowSynchronousEvents: false,
  });
  const sockets = new Map<WebSocket, { socket: RealtimeSocket }>();
  const openSockets = new OpenCounts(limits, "sockets");
  const getClientUse = createClientUses(limits);
  let isClosing = false;

  const timeoutCheck = setInterval(() => {
    for (const { socket } of sockets.values()) socket.checkTimeouts();
  }, settings.checkIntervalMs);
  timeoutCheck.unref();
  const stopSessionChecks = startPeriodicTask(
    { name: "Realtime sessions", intervalMs: settings.sessionCheckIntervalMs },
    log,
    closeEndedSessions,
  );
  const stopHousekeeping = startPeriodicTask({ name: "Realtime", intervalMs: HOUR_MS }, log, () =>
    deleteOldMessages(sql),
  );

  async function closeEndedSessions(): Promise<void> {
    const ids = new Set([...sockets.values()].flatMap(({ socket }) => socket.listSessions()));
    if (ids.size === 0) return;
    const ended = await listEndedSessions(sql, ids);
    if (ended.size === 0) return;
    for (const { socket } of sockets.values()) socket.closeSessions(ended);
  }

  async function handleUpgrade(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    ip: string,
  ): Promise<void> {
    const handshake = await verifyHandshake(request, ip, { tokens, keys, limits });
    if (!handshake.ok) {
      rejectUpgrade(stream, handshake.status, handshake.error);
      return;
    }
    if (isClosing || stream.destroyed) {
      stream.destroy();
      return;
    }
    const release = sockets.size < settings.sockets ? openSockets.take(ip) : null;
    if (!release) {
      rejectUpgrade(stream, 429, "Too many connections");
      return;
    }
    stream.once("close", release);
    server.handleUpgrade(request, stream, head, (ws) => addSocket(ws, stream, ip, handshake));
  }

  function addSocket(
    ws: WebSocket,
    stream: Duplex,
    ip: string,
    handshake: Extract<Handshake, { ok: true }>,
  ): void {
    const { headers } = handshake;
    const deps = { settings, limits, client: getClientUse(ip), sql, tokens, changes, topicHub, headers, log };
    const socket = new RealtimeSocket(deps, ws, handshake);
    sockets.set(ws, { socket });
    // Before the listener that reads the messages: the bytes that complete one are counted first.
    stream.prependListener("data", (data: Buffer) => socket.countArrived(data.length));
    ws.once("close", () => sockets.delete(ws));
  }

  async function handleRequest(request: Request, context: RequestContext): Promise<Response> {
    try {
      const api = { topicHub, sql, limits, maxMessageBytes: settings.maxMessageBytes };
      const response = await handleBroadcastRequest(api, request, context);
      if (response) return response;
    } catch (error) {
      log.error({ err: error }, "a broadcast over HTTP failed");
      return Response.json({ error: "Internal error" }, { status: 500 });
    }
    const isSocket = new URL(request.url).pathname === SOCKET_PATH;
    const [status, error] = isSocket ? [426, "Upgrade Required"] : [404, "Not found"];
    return Response.json({ error }, { status });
  }

  async function disconnectAll(): Promise<void> {
    isClosing = true;
    for (const ws of sockets.keys()) ws.close(RESTART_CLOSE_CODE, "Service restart");
    for (let waited = 0; sockets.size > 0 && waited < CLOSE_TIMEOUT_MS; waited += CLOSE_POLL_MS) {
      await sleep(CLOSE_POLL_MS);
    }
    for (const ws of sockets.keys()) ws.terminate();
  }

  return {
    fetch: async (request, context) => withCorsHeaders(await handleRequest(request, context)),
    upgrade: (request, socket, head, ip) => {
      // The client may disconnect during the handshake.
      socket.on("error", () => socket.destroy());
      handleUpgrade(request, socket, head, ip).catch((error: unknown) => {
        log.error({ err: error }, "a socket could not be opened");
        socket.destroy();
      });
    },
    disconnectAll,
    close: async () => {
      clearInterval(timeoutCheck);
      await disconnectAll();
      await Promise.all([changes.close(), topicHub.close(), stopSessionChecks(), stopHousekeeping()]);
    },
  };
}

function rejectUpgrade(socket: Duplex, status: keyof typeof STATUS_TEXTS, error: string): void {
  const body = JSON.stringify({ error });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_TEXTS[status]}`,
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
    // A client that does not close its side keeps no connection.
    () => socket.destroy(),
  );
}
