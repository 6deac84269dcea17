/** The backend behind a real HTTP server, and subscribers through the unchanged official client. */

import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js";
import { vi } from "vitest";
import { connectDatabase, type DatabaseUser, type Sql } from "#backend/core/database/database.ts";
import { resolveRequestContext } from "#backend/core/gateway/gateway.ts";
import { createKeys, type Keys } from "#backend/core/gateway/keys.ts";
import { createTokens, type Tokens } from "#backend/core/gateway/tokens.ts";
import { Limits } from "#backend/core/limits/limits.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { type Backend, openBackend } from "#backend/index.ts";
import type { RealtimeSettings } from "#backend/realtime/config.ts";
import { createRealtime } from "#backend/realtime/index.ts";
import { waitForPort } from "#harness/wait-for-port.ts";
import { isAdministrator } from "#jobs/administrators.ts";
import { enqueueAccountMail } from "#jobs/mail/outbox.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/wait-timeout.ts";

/** Stands for one process of the backend. */
interface BackendInstance {
  port: number;
  /** Shuts down gracefully, as a process that is told to stop. */
  stop(): Promise<void>;
}

export interface TestRealtime extends BackendInstance {
  keys: Keys;
  tokens: Tokens;
  /** Connected as the owner of the shop's tables. */
  owner: Sql;
  /** Connected as the superuser. */
  admin: Sql;
  /** The unchanged official client; with a user's token, as that user. Closed with the service. */
  client(token?: string, options?: ClientOptions): SupabaseClient;
  /** An access token as the auth service signs it. */
  createToken(userId: string, secondsToLive?: number): Promise<string>;
  /** Starts another instance over the same database, on this port or on a free one. */
  startInstance(port?: number): Promise<BackendInstance>;
  /** Starts the service alone over the same database, with limits of its own. */
  startStandalone(options?: StandaloneOptions): Promise<BackendInstance>;
  /** All clients leave their channels and disconnect. */
  disconnectClients(): Promise<void>;
  /** Stops all instances, and drops the database. */
  close(): Promise<void>;
}

interface StandaloneOptions {
  config?: Partial<RealtimeSettings>;
  limits?: Limits;
  /** The role that reads the stream of changes. */
  user?: DatabaseUser;
  /** Awaited before each verification of a token. */
  beforeVerify?: () => Promise<void>;
}

interface ClientOptions {
  key?: string;
  vsn?: "1.0.0" | "2.0.0";
  port?: number;
}

export async function startRealtime(): Promise<TestRealtime> {
  const database = await createTestDatabase();
  const keys = await createKeys();
  const tokens = await createTokens(keys);
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-test-"));
  const clients: SupabaseClient[] = [];
  const instances = new Set<BackendInstance>();

  async function startInstance(port = 0): Promise<BackendInstance> {
    const backend = await openBackend({
      target: database.target,
      keys,
      log: createLogger("silent"),
      siteUrl: "http://shop.test",
      dataDir,
      enqueueMail: enqueueAccountMail,
      isAdministrator,
    });
    return listen(backend, port, backend.close);
  }

  async function startStandalone({
    config = {},
    limits = new Limits(),
    user = "postgres",
    beforeVerify = () => Promise.resolve(),
  }: StandaloneOptions = {}): Promise<BackendInstance> {
    const sql = connectDatabase(database.target, {
      user: "authenticator",
      max: 3,
      applicationName: "test",
      arrayTypes: false,
    });
    const realtime = createRealtime({
      sql,
      tokens: {
        ...tokens,
        verify: async (token) => {
          await beforeVerify();
          return tokens.verify(token);
        },
      },
      keys,
      config,
      limits,
      log: createLogger("silent"),
      connect: (onClose) =>
        connectDatabase(database.target, {
          user,
          max: 1,
          applicationName: "test",
          replication: true,
          arrayTypes: false,
          onClose,
        }),
    });
    const fetch = async (request: Request, ip: string) => {
      const context = await resolveRequestContext(request, ip, { tokens, keys });
      return context instanceof Response ? context : realtime.fetch(request, context);
    };
    return listen({ ...realtime, closeSockets: realtime.disconnectAll, fetch }, 0, async () => {
      await realtime.close();
      await sql.end();
    });
  }

  async function listen(
    { fetch, upgrade, closeSockets }: Pick<Backend, "fetch" | "upgrade" | "closeSockets">,
    port: number,
    end: () => Promise<void>,
  ): Promise<BackendInstance> {
    const http = createServer(getRequestListener((request) => fetch(request, "127.0.0.1")));
    http.on("upgrade", (request, socket, head) => upgrade(request, socket, head, "127.0.0.1"));
    const instance = {
      port: await waitForPort(http.listen(port, "127.0.0.1")),
      stop: async () => {
        if (!instances.delete(instance)) return;
        await closeSockets();
        await new Promise((resolve) => http.close(resolve));
        await end();
      },
    };
    instances.add(instance);
    return instance;
  }

  async function disconnectClients(): Promise<void> {
    await Promise.all(clients.splice(0).map((client) => client.realtime.removeAllChannels()));
  }

  const first = await startInstance();
  return {
    ...first,
    keys,
    tokens,
    owner: database.connect("postgres"),
    admin: database.connect("supabase_admin"),
    client: (token, { key = keys.anonKey, vsn, port = first.port } = {}) => {
      const client = createClient(`http://127.0.0.1:${port}`, key, {
        ...(token === undefined
          ? { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }
          : { accessToken: async () => token }),
        realtime: { ...(vsn && { vsn }), reconnectAfterMs: () => 100 },
      });
      clients.push(client);
      return client;
    },
    createToken: (userId, secondsToLive = 3600) =>
      tokens.sign({
        sub: userId,
        role: "authenticated",
        aud: "authenticated",
        exp: Math.floor(Date.now() / 1000) + secondsToLive,
      }),
    startInstance,
    startStandalone,
    disconnectClients,
    close: async () => {
      await disconnectClients();
      await Promise.all([...instances].map((instance) => instance.stop()));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A change as the client delivers it. */
interface ChangeEvent {
  eventType: string;
  table: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
  errors: unknown;
}

export interface ChangesListener {
  channel: RealtimeChannel;
  events: ChangeEvent[];
  /** Messages of the service about the channel itself. */
  system: { status: string; message: string; extension: string }[];
  statuses: string[];
}

interface ChangesFilter {
  event?: "*" | "INSERT" | "UPDATE" | "DELETE";
  schema?: string;
  table?: string;
  filter?: string;
  select?: string[];
}

/** Joins a channel for these changes, and waits until they are streamed. */
export async function listenToChanges(
  client: SupabaseClient,
  ...filters: ChangesFilter[]
): Promise<ChangesListener> {
  const listener = await subscribeToChanges(client, ...filters);
  await eventually(() => {
    if (!listener.system.some(({ status }) => status === "ok")) {
      throw new Error(`not subscribed: ${JSON.stringify([listener.statuses, listener.system])}`);
    }
  });
  return listener;
}

/** Retries until the assertion passes, up to the limit for slow machines. */
export function eventually(holds: () => void): Promise<void> {
  return vi.waitFor(holds, { timeout: WAIT_TIMEOUT_MS, interval: 20 });
}

let channels = 0;

/**
 * Subscribes to these changes, with the client's token set as an application should, without waiting for a
 * response.
 */
export async function subscribeToChanges(
  client: SupabaseClient,
  ...filters: ChangesFilter[]
): Promise<ChangesListener> {
  await client.realtime.setAuth();
  const channel = client.channel(`room ${++channels}`);
  const listener: ChangesListener = { channel, events: [], system: [], statuses: [] };
  for (const { event = "*", schema = "public", ...rest } of filters) {
    channel.on<Record<string, unknown>>("postgres_changes", { event, schema, ...rest }, (change) =>
      listener.events.push(change),
    );
  }
  channel.on("system", {}, (message: ChangesListener["system"][number]) => listener.system.push(message));
  channel.subscribe((status) => listener.statuses.push(status));
  return listener;
}
