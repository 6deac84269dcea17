/**
 * Checks the Postgres of DATABASE_URL at the start. A pooler in transaction mode (PgBouncer, Supavisor) is
 * refused: it gives each transaction of a client any of its connections to the server, and the shop's prepared
 * statements, LISTEN, advisory locks and replication belong to one connection.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { getErrorCode, getErrorMessage, StartupError } from "#backend/core/errors.ts";
import { connectDatabase, type DatabaseTarget, type Sql } from "./database.ts";

export const MIN_POSTGRES_VERSION = 15;

/** Longer than the timeout of a connection, whose error message says more. */
const CHECK_TIMEOUT_MS = 12_000;

/** Other clients of a pooler can hide in one round that it shares connections. */
const ROUNDS = 3;

const versionSchema = z.tuple([z.object({ server_version_num: z.coerce.number() })]);
const backendSchema = z.tuple([z.object({ pid: z.int() })]);

/** Throws a StartupError when the database is not reachable, too old, or behind a transaction-mode pooler. */
export async function checkExternalDatabase(target: DatabaseTarget): Promise<void> {
  const { version, isShared } = await withTwoClients(target, async (one, other) => {
    const rows = await one.unsafe("show server_version_num");
    const [{ server_version_num: version }] = versionSchema.parse([...rows]);
    return { version, isShared: await sharesConnections(one, other) };
  }).catch((error: unknown) => {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The database of DATABASE_URL cannot be reached (${getErrorMessage(error) || getErrorCode(error)}): check the address.`,
    );
  });
  if (version < MIN_POSTGRES_VERSION * 10_000) {
    throw new StartupError(
      `The Postgres of DATABASE_URL is too old: the shop needs ${MIN_POSTGRES_VERSION} or newer.`,
    );
  }
  if (isShared) throw transactionPooler();
}

/** Throws a StartupError for a transaction-mode pooler, and does nothing if the database is down. */
export async function refuseTransactionPooler(target: DatabaseTarget): Promise<void> {
  const isShared = await withTwoClients(target, sharesConnections).catch(() => false);
  if (isShared) throw transactionPooler();
}

function transactionPooler(): StartupError {
  return new StartupError(
    "DATABASE_URL leads to a pooler in transaction mode: set the address of its session mode, or that of the database itself.",
  );
}

/**
 * Whether a transaction of one client got the connection to the server that another client had, or another one
 * than before. Without a pooler, and in session mode, each client has its own as long as it is connected.
 */
async function sharesConnections(one: Sql, other: Sql): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    const first = await getBackendPid(one);
    // Twice at once: a pooler that takes its idle connections in turn gives another one.
    const second = await getBackendPid(one);
    await other.unsafe("begin");
    // A pooler that takes the connection used last gives it to this client, and another one to the first.
    const held = await getBackendPid(other);
    const third = await getBackendPid(one);
    await other.unsafe("commit");
    if (new Set([first, second, third]).size > 1 || held === first) return true;
  }
  return false;
}

async function getBackendPid(sql: Sql): Promise<number> {
  const rows = await sql.unsafe("select pg_backend_pid() as pid");
  const [{ pid }] = backendSchema.parse([...rows]);
  return pid;
}

/** The statements of `work` must not be prepared: a transaction-mode pooler could execute them elsewhere. */
async function withTwoClients<T>(
  target: DatabaseTarget,
  work: (one: Sql, other: Sql) => Promise<T>,
): Promise<T> {
  const options = { user: "postgres", max: 1, applicationName: "setup", arrayTypes: false } as const;
  const one = connectDatabase(target, options);
  const other = connectDatabase(target, options);
  try {
    // The driver retries forever when another program listens there and closes each connection.
    return await Promise.race([
      work(one, other),
      sleep(CHECK_TIMEOUT_MS, null, { ref: false }).then(() =>
        Promise.reject(new Error("there is no answer")),
      ),
    ]);
  } finally {
    await Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  }
}
