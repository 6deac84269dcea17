/**
 * The connections requests run on, one request at a time on each. They are postgres.js clients of one
 * connection and not a pool of many, because of what a pool does when a connection is lost: reserve()
 * forgets who waits, and begin() sends its rollback to a socket that is gone, which ends the process.
 */
import type { Socket } from "node:net";
import postgres from "postgres";
import type { ConnectOptions, Sql } from "../core/database.ts";
import { connectionLost, poolTimeout } from "./errors.ts";
import { Wire } from "./wire.ts";

export interface Connection {
  sql: postgres.ReservedSql;
  /** For what is prepared; null where the connection is encrypted. */
  wire: Wire | null;
  /** Called once when the connection closes while it is in use. */
  onClose: (() => void) | null;
  /** Names of the statements prepared on it, by their text; null until the first has succeeded. */
  statements: Map<string, string | null>;
  /** For its owner, this module. */
  client: Sql;
  closed: boolean;
  openedAt: number;
  /** Whether what is prepared on it is of a schema that has changed since. */
  outdated: boolean;
}

/** Makes a client of a single connection, without array types: see the options of these names. */
export type Connect = (on: Pick<ConnectOptions, "onClose" | "onSocket">) => Sql;

interface Waiter {
  resolve: (connection: Connection) => void;
  reject: (reason: Error) => void;
}

/** Past either a connection is replaced, which frees what the server remembers for it. */
const MAX_AGE_MS = 30 * 60 * 1000;
const MAX_STATEMENTS = 200;
/** Requests that may wait for each connection: whoever comes after them would wait in vain. */
const WAITERS_EACH = 50;

export class Connections {
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
   * Runs `work` on a connection of its own. Rejects with PGRST000 when there is no database or no longer,
   * with PGRST003 when no connection is free in time or too many wait for one already, else as `work` does.
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
    const slot = this.#idle.pop();
    if (slot !== undefined) return Promise.resolve(slot);
    if (this.#waiters.length >= this.#max * WAITERS_EACH) return Promise.reject(poolTimeout());
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
    if (!connection.closed && (this.#ended || isWorn(connection))) {
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

  /** Replaces all, those in use once they are free: a prepared statement keeps the types that its values had. */
  renew(): void {
    for (const connection of this.#idle.splice(0)) void this.#discard(connection);
    for (const connection of this.#all) connection.outdated = true;
  }

  async close(): Promise<void> {
    this.#ended = true;
    for (const waiter of this.#waiters.splice(0)) waiter.reject(connectionLost());
    await Promise.all([...this.#all].map((slot) => this.#discard(slot)));
  }

  #openForWaiters(): void {
    if (this.#ended) return;
    while (this.#opening < this.#waiters.length && this.#all.size + this.#opening < this.#max) {
      this.#opening++;
      void this.#open();
    }
  }

  /** Hands the new connection, or the failure, to whoever waits longest. */
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
      // Before it has answered a first statement, reserve() would wait for ever.
      await client.unsafe("select");
      const sql = await client.reserve();
      opened.current = {
        sql,
        wire: opened.socket && new Wire(opened.socket),
        client,
        closed: false,
        statements: new Map(),
        openedAt: Date.now(),
        outdated: false,
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

  #closed(slot: Connection): void {
    slot.closed = true;
    this.#all.delete(slot);
    const idle = this.#idle.indexOf(slot);
    if (idle !== -1) this.#idle.splice(idle, 1);
    slot.onClose?.();
    slot.onClose = null;
    void slot.client.end({ timeout: 0 });
  }

  #discard(slot: Connection): Promise<void> {
    this.#all.delete(slot);
    slot.closed = true;
    return slot.client.end({ timeout: 0 });
  }
}

function isWorn({ openedAt, outdated, statements }: Connection): boolean {
  return outdated || statements.size > MAX_STATEMENTS || Date.now() - openedAt > MAX_AGE_MS;
}

/** Whether the connection is lost. Postgres' own errors leave it usable, and so do ours. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof postgres.PostgresError || !(error instanceof Error) || !("code" in error))
    return false;
  return typeof error.code === "string";
}
