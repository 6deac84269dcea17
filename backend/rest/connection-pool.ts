/**
 * The connection pool: a connection runs one request at a time. It holds postgres.js clients of one
 * connection each instead of one client with many, because of what a client does when a connection is lost:
 * reserve() forgets waiting callers, and begin() sends its rollback to a closed socket, which ends the
 * process.
 */
import type { Socket } from "node:net";
import postgres from "postgres";
import type { ConnectOptions, Sql } from "#backend/core/database.ts";
import { connectionLost, poolTimeout } from "./errors.ts";
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
  closed: boolean;
  openedAt: number;
  /** Whether the schema has changed since statements were prepared on it. */
  stale: boolean;
}

/** Creates a client with a single connection and without array types: see the options of these names. */
export type Connect = (on: Pick<ConnectOptions, "onClose" | "onSocket">) => Sql;

interface Waiter {
  resolve: (connection: Connection) => void;
  reject: (reason: Error) => void;
}

/** A connection is replaced beyond either limit, which frees the server's memory for it. */
const MAX_AGE_MS = 30 * 60 * 1000;
const MAX_STATEMENTS = 200;
/** The maximum number of waiting requests for each connection: further ones would only time out. */
const MAX_WAITERS_PER_CONNECTION = 50;

export class ConnectionPool {
  readonly #connect: Connect;
  readonly #max: number;
  readonly #timeout: number;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();
  readonly #waiters: Waiter[] = [];
  #opening = 0;
  #ended = false;

  /** `timeout` is in milliseconds. */
  constructor(connect: Connect, max: number, timeout: number) {
    this.#connect = connect;
    this.#max = max;
    this.#timeout = timeout;
  }

  /**
   * Runs `work` on a connection of its own. Rejects with PGRST000 when there is no database or the connection
   * is lost, with PGRST003 when no connection is free in time or too many requests wait, else as `work` does.
   */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#acquire();
    try {
      return await new Promise<T>((resolve, reject) => {
        connection.onClose = () => reject(connectionLost());
        work(connection).then(resolve, reject);
      });
    } catch (error) {
      throw isConnectionFailure(error) ? connectionLost() : error;
    } finally {
      this.#release(connection);
    }
  }

  #acquire(): Promise<Connection> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return Promise.resolve(idle);
    if (this.#waiters.length >= this.#max * MAX_WAITERS_PER_CONNECTION) return Promise.reject(poolTimeout());
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        resolve: (connection) => {
          clearTimeout(timer);
          resolve(connection);
        },
        reject: (reason) => {
          clearTimeout(timer);
          reject(reason);
        },
      };
      const timer = setTimeout(() => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(poolTimeout());
      }, this.#timeout);
      this.#waiters.push(waiter);
      this.#openForWaiters();
    });
  }

  #release(connection: Connection): void {
    connection.onClose = null;
    if (!connection.closed && (this.#ended || isExpired(connection))) {
      void this.#discard(connection);
    }
    if (connection.closed) {
      this.#openForWaiters();
      return;
    }
    const waiter = this.#waiters.shift();
    if (waiter === undefined) this.#idle.push(connection);
    else waiter.resolve(connection);
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
    for (const waiter of this.#waiters.splice(0)) waiter.reject(connectionLost());
    await Promise.all([...this.#all].map((connection) => this.#discard(connection)));
  }

  #openForWaiters(): void {
    if (this.#ended) return;
    while (this.#opening < this.#waiters.length && this.#all.size + this.#opening < this.#max) {
      this.#opening++;
      void this.#open();
    }
  }

  /** Passes the new connection, or the failure, to the request that has waited longest. */
  async #open(): Promise<void> {
    const opened: { current: Connection | null; socket: Socket | null } = { current: null, socket: null };
    const client = this.#connect({
      onClose: () => {
        if (opened.current !== null) this.#closed(opened.current);
      },
      onSocket: (socket) => {
        opened.socket = socket;
      },
    });
    try {
      // Before a first statement has completed, reserve() would wait forever on a failed connection.
      await client.unsafe("select");
      const sql = await client.reserve();
      opened.current = {
        sql,
        wire: opened.socket && WireClient.open(opened.socket),
        client,
        closed: false,
        statements: new Map(),
        openedAt: Date.now(),
        stale: false,
        onClose: null,
      };
      this.#opening--;
      this.#all.add(opened.current);
      this.#release(opened.current);
    } catch {
      this.#opening--;
      void client.end({ timeout: 0 });
      this.#waiters.shift()?.reject(connectionLost());
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

  #discard(connection: Connection): Promise<void> {
    this.#all.delete(connection);
    connection.closed = true;
    return connection.client.end({ timeout: 0 });
  }
}

function isExpired({ openedAt, stale, statements }: Connection): boolean {
  return stale || statements.size > MAX_STATEMENTS || Date.now() - openedAt > MAX_AGE_MS;
}

/**
 * Whether the connection is lost. Errors reported by Postgres, and errors of this service, leave it usable.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof postgres.PostgresError || !(error instanceof Error) || !("code" in error))
    return false;
  return typeof error.code === "string";
}
