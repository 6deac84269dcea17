/** The shop of a drill: a process on a port that stays, whose processes are killed and started again. */
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import { withConnection } from "#backend/core/database/with-connection.ts";
import { readPid } from "#backend/postgres/cluster-process.ts";
import { createCustomers, widenLimits } from "#harness/accounts.ts";
import { findFreePort } from "#harness/find-free-port.ts";
import { isAlive } from "#harness/is-alive.ts";
import { BUILT_SHOP, type ServerProcess, startServer } from "#harness/server-process.ts";
import { getDatabaseTarget } from "#harness/shop-database.ts";

export interface Customer {
  id: string;
  token: string;
  /** Gets a new token, as a browser does when one is refused; missing where the token outlives the drill. */
  renew?(): Promise<void>;
}

/** A customer with a session as the browser stores it. */
export interface Shopper extends Customer {
  session: object;
}

export interface DrillProduct {
  id: string;
  name: string;
  price: number;
  image: string;
}

/** A shop under trial, of one process or of several. */
export interface Shop {
  dataDir: string;
  url: string;
  anonKey: string;
  /** Runs `work` on the database, as the superuser. */
  withDatabase<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export interface DrillShop extends Shop {
  /** Starts the process again, after it was killed. */
  start(): Promise<void>;
  /** Ends the process, or Postgres, at once. Resolves when it is gone. */
  kill(what: "node" | "postgres"): Promise<void>;
  /** Ends Postgres by a signal, and resolves when it is gone: the shop starts it again. */
  endPostgres(signal: NodeJS.Signals): Promise<void>;
  /** Ends the process in order; its data remain. */
  end(): Promise<void>;
}

const sessionSchema = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.looseObject({ id: z.string() }),
});

async function end(pid: number, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal);
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** An empty shop. `parent` is the folder of its data directory. */
export async function openDrillShop(parent = tmpdir(), env: Record<string, string> = {}): Promise<DrillShop> {
  const dataDir = await mkdtemp(join(parent, "yaare-drill-"));
  const port = await findFreePort();
  let server: ServerProcess | null = null;
  const start = async () => {
    server = await startServer([BUILT_SHOP], {
      DATA_DIR: dataDir,
      DEMO: "0",
      LOG_LEVEL: "silent",
      TRUST_PROXY: "1",
      ...env,
      PORT: String(port),
    });
  };
  const getPostgresPid = async () => {
    const pid = await readPid(join(dataDir, "postgres"));
    if (pid === null) throw new Error("The Postgres of the drill does not run.");
    return pid;
  };
  await start();
  const { anonKey }: { anonKey: string } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  return {
    dataDir,
    url: `http://localhost:${port}`,
    anonKey,
    start,
    kill: async (what) => {
      const pid = what === "node" ? server?.pid : await getPostgresPid();
      if (pid !== undefined) await end(pid, "SIGKILL");
    },
    endPostgres: async (signal) => end(await getPostgresPid(), signal),
    withDatabase: (work) => withConnection(getDatabaseTarget(dataDir), "supabase_admin", work),
    end: async () => server?.stop(),
    stop: async () => {
      await server?.stop();
      // It lives on after a process that was killed.
      const pid = await readPid(join(dataDir, "postgres"));
      if (pid !== null && isAlive(pid)) await end(pid, "SIGKILL");
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Customers whose orders no limit refuses, each from a network of their own. */
export async function addCustomers(shop: Shop, count: number): Promise<Customer[]> {
  return shop.withDatabase(async (sql) => {
    await widenLimits(sql);
    return createCustomers(sql, shop, count);
  });
}

/** Customers who registered, and whose browsers renew their tokens. `addCustomers` widens the limits for them. */
export async function addShoppers(shop: Shop, count: number): Promise<Shopper[]> {
  const ask = async (path: string, body: object) => {
    const response = await fetch(`${shop.url}/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: shop.anonKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return sessionSchema.parse(await response.json());
  };
  const register = async (): Promise<Shopper> => {
    let session = await ask("signup", { email: `${randomUUID()}@exemple.bf`, password: randomUUID() });
    let renewal: Promise<void> | null = null;
    const customer: Shopper = {
      id: session.user.id,
      token: session.access_token,
      session,
      renew: () => {
        renewal ??= ask("token?grant_type=refresh_token", { refresh_token: session.refresh_token })
          .then((renewed) => {
            session = renewed;
            customer.token = renewed.access_token;
          })
          .finally(() => {
            renewal = null;
          });
        return renewal;
      },
    };
    return customer;
  };
  const shoppers: Shopper[] = [];
  for (let number = 0; number < count; number++) shoppers.push(await register());
  return shoppers;
}

export async function addProducts(shop: Shop, count: number, stock: number): Promise<DrillProduct[]> {
  return shop.withDatabase(
    (sql) => sql<DrillProduct[]>`
      insert into public.products (name, slug, price, stock, image)
      select 'Article ' || n, 'article-' || gen_random_uuid(), 1000 + n, ${stock}::integer, '/pictures/article.jpg'
      from generate_series(1, ${count}::integer) n
      returning id, name, price, image`,
  );
}
