/** The backend behind a real listener, and people who listen through the unchanged official client. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js";
import { vi } from "vitest";
import { connectDatabase, type DatabaseUser, type Sql } from "../../../backend/core/database.ts";
import { identify } from "../../../backend/core/gateway.ts";
import { createKeys, type Keys } from "../../../backend/core/keys.ts";
import { createLogger } from "../../../backend/core/log.ts";
import { createTokens, type Tokens } from "../../../backend/core/tokens.ts";
import { type Backend, openBackend } from "../../../backend/index.ts";
import type { RealtimeSettings } from "../../../backend/realtime/config.ts";
import { createRealtime } from "../../../backend/realtime/index.ts";
import { createTestDatabase } from "../../support/database.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { portOf } from "../../support/port-of.ts";

/** One process of the backend, as it were. */
interface Copy {
  port: number;
  /** Ends in order, as a process that is told to stop. */
  stop(): Promise<void>;
}

export interface TestRealtime extends Copy {
  keys: Keys;
  tokens: Tokens;
  /** As the owner of the shop's tables. */
  owner: Sql;
  /** As the superuser. */
  admin: Sql;
  /** The unchanged official client; with a user's token, on that user's behalf. Closed with the service. */
  client(token?: string, options?: ClientOptions): SupabaseClient;
  /** An access token as the auth service signs it. */
  tokenOf(userId: string, secondsToLive?: number): Promise<string>;
  /** Another copy over the same database, on this port or on one that is free. */
  open(port?: number): Promise<Copy>;
  /** The service alone over the same database, with limits of its own. */
  openAlone(options?: AloneOptions): Promise<Copy>;
  /** All clients leave their channels and hang up. */
  leave(): Promise<void>;
  /** Ends whatever runs, and drops the database. */
  close(): Promise<void>;
}

interface AloneOptions {
  config?: Partial<RealtimeSettings>;
  /** Who reads the stream of changes. */
  user?: DatabaseUser;
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
  const copies = new Set<Copy>();

  async function open(port = 0): Promise<Copy> {
    const backend = await openBackend({
      target: database.target,
      keys,
      log: createLogger("silent"),
      siteUrl: "http://shop.test",
      dataDir,
    });
    return listen(backend, port, backend.close);
  }

  async function openAlone({ config = {}, user = "postgres" }: AloneOptions = {}): Promise<Copy> {
    const sql = connectDatabase(database.target, { user: "authenticator", max: 3, applicationName: "test" });
    const alone = createRealtime({
      sql,
      tokens,
      keys,
      config,
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
      const context = await identify(request, ip, { tokens, keys });
      return context instanceof Response ? context : alone.fetch(request, context);
    };
    return listen({ ...alone, fetch }, 0, async () => {
      await alone.close();
      await sql.end();
    });
  }

  async function listen(
    { fetch, upgrade, hangUp }: Pick<Backend, "fetch" | "upgrade" | "hangUp">,
    port: number,
    end: () => Promise<void>,
  ): Promise<Copy> {
    const http = createServer(getRequestListener((request) => fetch(request, "127.0.0.1")));
    http.on("upgrade", (request, socket, head) => upgrade(request, socket, head, "127.0.0.1"));
    const copy = {
      port: await portOf(http.listen(port, "127.0.0.1")),
      stop: async () => {
        if (!copies.delete(copy)) return;
        await hangUp();
        await new Promise((resolve) => http.close(resolve));
        await end();
      },
    };
    copies.add(copy);
    return copy;
  }

  async function leave(): Promise<void> {
    await Promise.all(clients.splice(0).map((client) => client.realtime.removeAllChannels()));
  }

  const first = await open();
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
    tokenOf: (userId, secondsToLive = 3600) =>
      tokens.sign({
        sub: userId,
        role: "authenticated",
        aud: "authenticated",
        exp: Math.floor(Date.now() / 1000) + secondsToLive,
      }),
    open,
    openAlone,
    leave,
    close: async () => {
      await leave();
      await Promise.all([...copies].map((copy) => copy.stop()));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What was told of a change, as the client hands it on. */
interface Told {
  eventType: string;
  table: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
  errors: unknown;
}

export interface Listener {
  channel: RealtimeChannel;
  told: Told[];
  /** Messages of the service about the channel itself. */
  system: { status: string; message: string; extension: string }[];
  statuses: string[];
}

interface Wish {
  event?: "*" | "INSERT" | "UPDATE" | "DELETE";
  schema?: string;
  table?: string;
  filter?: string;
  select?: string[];
}

/** Joins a channel for these changes, and waits until they are watched. */
export async function listenTo(client: SupabaseClient, ...wishes: Wish[]): Promise<Listener> {
  const listener = await ask(client, ...wishes);
  await eventually(() => {
    if (!listener.system.some(({ status }) => status === "ok")) {
      throw new Error(`not subscribed: ${JSON.stringify([listener.statuses, listener.system])}`);
    }
  });
  return listener;
}

/** Tries until it holds: how long that takes is the machine's business. */
export function eventually(holds: () => void): Promise<void> {
  return vi.waitFor(holds, { timeout: PATIENCE_MS, interval: 20 });
}

let channels = 0;

/** Asks for these changes, with the client's token in hand as an application should, and waits for no answer. */
export async function ask(client: SupabaseClient, ...wishes: Wish[]): Promise<Listener> {
  await client.realtime.setAuth();
  const channel = client.channel(`room ${++channels}`);
  const listener: Listener = { channel, told: [], system: [], statuses: [] };
  for (const { event = "*", schema = "public", ...rest } of wishes) {
    channel.on<Record<string, unknown>>("postgres_changes", { event, schema, ...rest }, (told) =>
      listener.told.push(told),
    );
  }
  channel.on("system", {}, (message: Listener["system"][number]) => listener.system.push(message));
  channel.subscribe((status) => listener.statuses.push(status));
  return listener;
}
