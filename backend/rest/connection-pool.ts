/**
 * The connection pool: a connection runs one request at a time, and requests of each priority may use a part of the
 * connections only (request-queue.ts). It holds postgres.js clients of one connection each instead of one client with
 * many, because of what a client does when a connection is lost: reserve() forgets waiting callers, and begin() sends its
 * rollback to a closed socket, which ends the process.
 */
import type { Socket } from "node:net";
import postgres from "postgres";
import type { ConnectOptions, Sql } from "#backend/core/database/database.ts";
import { getErrorCode } from "#backend/core/errors.ts";
import type { PoolUse } from "#backend/core/observability/pool-metrics.ts";
import { startDeadline } from "#backend/core/timing/deadline.ts";
import type { RestConfig } from "./config.ts";
import { connectionLost, deadlineExceeded } from "./errors.ts";
import { watchSession } from "./expensive-reads.ts";
import { PRIORITIES, type Priority } from "./priority.ts";
import { type Network, RequestQueue } from "./request-queue.ts";
import { WireClient } from "./wire-client.ts";

export interface Connection {
  sql: postgres.ReservedSql;
  /** For prepared statements; null when postgres.js does not permit it. */
  wire: WireClient | null;
  /** Called once when the connection closes while it is in use. */
  onClose: (() => void) | null;
  /**
   * Names of the statements prepared on the connection, by their text; null until the first execution has
   * succeeded.
   */
  statements: Map<string, string | null>;
  /** Used only by this module. */
  client: Sql;
  socket: Socket | null;
  /**
   * Whether a write failed because the server had closed the connection. The end of a transaction is the last
   * that is written, so that nothing of it was committed.
   */
  isWriteFailed: boolean;
  closed: boolean;
  openedAt: number;
  /** Whether the schema has changed since statements were prepared on it. */
  stale: boolean;
  /** The process that serves it; null when it is not one of this machine. */
  pid: number | null;
  /** Whether that process has a lower priority than others. */
  isLowered: boolean;
}

/** Creates a client with a single connection and without array types: see the options of these names. */
export type Connect = (on: Pick<ConnectOptions, "onClose" | "onSocket">) => Sql;

/** How a request uses its connection. */
export interface Use {
  priority: Priority;
  /** The caller's; null for callers whose network has no limit. */
  network: Network | null;
  /**
   * The deadline of the work, in milliseconds. The wait for a connection counts, so that nobody waits for both in full;
   * the margin of the deadline is left in any case.
   */
  deadlineMs: number;
}

/** A connection is replaced beyond either limit, which frees the server's memory for it. */
const MAX_AGE_MS = 30 * 60 * 1000;
const MAX_STATEMENTS = 200;
/**
 * How many connections are opened at a time. When a database returns, all are opened again: a few at a time, so that the
 * first serve early instead of all of them late.
 */
const MAX_OPENING = 4;
/** What may go on at a lower priority when it takes long: those of pages are awaited by whoever asks for the page. */
const DIRECT_READS: readonly Priority[] = ["signed-in-read", "anonymous-read"];

/** The connection was closed before anything of the work could be sent. */
class NothingSentError extends Error {}

export class ConnectionPool {
  readonly #connect: Connect;
  readonly #max: number;
  readonly #marginMs: number;
  readonly #isLocal: boolean;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();
  /** In the order in which they are served. */
  readonly #queues: ReadonlyMap<Priority, RequestQueue<Connection>>;
  #opening = 0;
  #ended = false;

  /** @param isLocal whether the sessions are processes of this machine, and of the shop's user */
  constructor(
    connect: Connect,
    config: Pick<RestConfig, "maxConnections" | "priorities" | "deadlineMarginMs">,
    isLocal: boolean,
  ) {
    const { maxConnections, priorities, deadlineMarginMs } = config;
    this.#connect = connect;
    this.#max = maxConnections;
    this.#marginMs = deadlineMarginMs;
    this.#isLocal = isLocal;
    this.#queues = new Map(
      PRIORITIES.map((priority) => {
        const limits = priorities[priority];
        const connections = Math.min(limits.connections, maxConnections);
        return [priority, new RequestQueue<Connection>({ ...limits, connections })];
      }),
    );
  }

  /**
   * Runs `work` on a connection of its own. Rejects with PGRST000 when there is no database or the connection
   * is lost, with PGRST003 when no connection is free in time (429 when other requests of the same network use its
   * part), too many requests wait, or the work exceeds its deadline, else as `work` does. The work is run a second
   * time when nothing of it could be sent.
   */
  async use<T>(use: Use, work: (connection: Connection) => Promise<T>): Promise<T> {
    for (let isLast = false; ; isLast = true) {
      try {
        return await this.#run(use, work);
      } catch (error) {
        if (!(error instanceof NothingSentError)) throw error;
        if (isLast) throw connectionLost();
      }
    }
  }

  async #run<T>(
    { priority, network, deadlineMs }: Use,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const queue = this.#getQueue(priority);
    const asked = performance.now();
    const connection = await this.#acquire(queue, network);
    const leftMs = Math.max(deadlineMs - (performance.now() - asked), this.#marginMs);
    const isWrite = priority === "write";
    let cancelDeadline = () => {};
    const stopWatching = DIRECT_READS.includes(priority) ? watchConnection(connection) : () => {};
    try {
      return await new Promise<T>((resolve, reject) => {
        connection.onClose = () => reject(connectionLost(isWrite));
        cancelDeadline = startDeadline(leftMs, () => {
          reject(deadlineExceeded(isWrite));
          this.#destroy(connection);
        });
        work(connection).then(resolve, reject);
      });
    } catch (error) {
      if (connection.isWriteFailed) throw new NothingSentError();
      throw isConnectionFailure(error) ? connectionLost(isWrite) : error;
    } finally {
      cancelDeadline();
      stopWatching();
      this.#release(connection, queue, network);
    }
  }

  #getQueue(priority: Priority): RequestQueue<Connection> {
    const queue = this.#queues.get(priority);
    if (queue === undefined) throw new Error(`There is no priority ${priority}`);
    return queue;
  }

  #acquire(queue: RequestQueue<Connection>, network: Network | null): Promise<Connection> {
    // While a connection is idle, no waiter may have it.
    const idle = queue.mayUse(network) ? this.#takeIdle() : undefined;
    if (idle !== undefined) {
      queue.take(network);
      return Promise.resolve(idle);
    }
    const refusal = queue.findRefusal(network);
    if (refusal !== null) return Promise.reject(refusal);
    const connection = queue.wait(network);
    this.#openForWaiters();
    return connection;
  }

  /** The idle connection that was used last, unless its socket was closed in the meantime. */
  #takeIdle(): Connection | undefined {
    for (;;) {
      const connection = this.#idle.pop();
      if (connection === undefined || connection.socket?.writable !== false) return connection;
      this.#destroy(connection);
    }
  }

  #release(connection: Connection, queue: RequestQueue<Connection>, network: Network | null): void {
    connection.onClose = null;
    queue.release(network);
    if (!connection.closed && (this.#ended || isExpired(connection))) void this.#discard(connection);
    if (!connection.closed) this.#idle.push(connection);
    this.#serveWaiters();
  }

  /** Passes idle connections to those who wait, and opens more for the rest. */
  #serveWaiters(): void {
    for (;;) {
      const queue = this.#findServable();
      if (queue === undefined) return;
      const idle = this.#takeIdle();
      if (idle === undefined) break;
      queue.serve(idle);
    }
    this.#openForWaiters();
  }

  /** The queue of who may have the next connection: of the highest priority whose part is not used up. */
  #findServable(): RequestQueue<Connection> | undefined {
    return [...this.#queues.values()].find((queue) => queue.hasServable());
  }

  /** Whether a request of the priority and the network may begin; not when it would be refused after its wait. */
  admit(priority: Priority, network: Network | null): boolean {
    return this.#getQueue(priority).admit(network);
  }

  getUse(): PoolUse {
    return {
      open: this.#all.size,
      idle: this.#idle.length,
      priorities: [...this.#queues].map(([priority, queue]) => ({ priority, ...queue.use })),
    };
  }

  /**
   * Replaces all connections, those in use once they are released: a prepared statement keeps the types of
   * its values.
   */
  replaceAll(): void {
    for (const connection of this.#idle.splice(0)) void this.#discard(connection);
    for (const connection of this.#all) connection.stale = true;
  }

  async close(): Promise<void> {
    this.#ended = true;
    for (const queue of this.#queues.values()) queue.failAll(connectionLost());
    await Promise.all([...this.#all].map((connection) => this.#discard(connection)));
  }

  #openForWaiters(): void {
    if (this.#ended) return;
    let wanted = 0;
    for (const queue of this.#queues.values()) wanted += queue.countServable();
    while (this.#opening < Math.min(wanted, MAX_OPENING) && this.#all.size + this.#opening < this.#max) {
      this.#opening++;
      void this.#open();
    }
  }

  /** Passes the new connection, or the failure, to the request that is served next. */
  async #open(): Promise<void> {
    const opened: { current: Connection | null; socket: Socket | null } = { current: null, socket: null };
    const handleSocketError = (error: Error) => {
      if (opened.current !== null && getErrorCode(error) === "EPIPE") opened.current.isWriteFailed = true;
    };
    const client = this.#connect({
      onClose: () => {
        if (opened.current !== null) this.#closed(opened.current);
      },
      onSocket: (socket) => {
        opened.socket = socket.once("error", handleSocketError);
      },
    });
    try {
      // Before a first statement has completed, reserve() would wait forever on a failed connection.
      const [session] = await client.unsafe<{ pid: number }[]>("select pg_backend_pid() as pid");
      const sql = await client.reserve();
      opened.current = {
        sql,
        wire: opened.socket && WireClient.open(opened.socket),
        client,
        socket: opened.socket,
        isWriteFailed: false,
        closed: false,
        statements: new Map(),
        openedAt: performance.now(),
        stale: false,
        pid: this.#isLocal ? (session?.pid ?? null) : null,
        isLowered: false,
        onClose: null,
      };
      this.#opening--;
      this.#all.add(opened.current);
      if (this.#ended) return void this.#discard(opened.current);
      this.#idle.push(opened.current);
      this.#serveWaiters();
    } catch {
      this.#opening--;
      void client.end({ timeout: 0 });
      this.#findServable()?.fail(connectionLost());
      this.#openForWaiters();
    }
  }

  #closed(connection: Connection): void {
    connection.closed = true;
    this.#all.delete(connection);
    const idle = this.#idle.indexOf(connection);
    if (idle !== -1) this.#idle.splice(idle, 1);
    connection.onClose?.();
    connection.onClose = null;
    void connection.client.end({ timeout: 0 });
  }

  /** Closes a connection whose other end may not respond to that either. */
  #destroy(connection: Connection): void {
    connection.onClose = null;
    connection.socket?.destroy();
    void this.#discard(connection);
  }

  #discard(connection: Connection): Promise<void> {
    this.#all.delete(connection);
    connection.closed = true;
    return connection.client.end({ timeout: 0 });
  }
}

/** Returns the function that ends it. */
function watchConnection(connection: Connection): () => void {
  if (connection.pid === null) return () => {};
  return watchSession(connection.pid, () => {
    connection.isLowered = true;
  });
}

function isExpired({ openedAt, stale, isLowered, statements }: Connection): boolean {
  return stale || isLowered || statements.size > MAX_STATEMENTS || performance.now() - openedAt > MAX_AGE_MS;
}

/**
 * Whether the connection is lost. Errors reported by Postgres, and errors of this service, leave it usable.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof postgres.PostgresError || !(error instanceof Error) || !("code" in error))
    return false;
  return typeof error.code === "string";
}
