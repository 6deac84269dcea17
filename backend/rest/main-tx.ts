/**
 * The one module that runs requests in the database. A request is one transaction, in one of three ways:
 * - interactive, when the result decides whether it is committed;
 * - pipelined: begin, settings, statement and commit are sent together, and when one fails, the commit acts
 *   as a rollback;
 * - prepared, when the connection has prepared the statements: settings and statement are one message,
 *   because the number of messages dominates the cost of short statements.
 */

import { LRUCache } from "lru-cache";
import { PREPARED, UNPREPARED } from "#backend/core/database/postgres-js.ts";
import { reportStatement, type StatementRun } from "#backend/core/database/statements.ts";
import { type Connection, type ConnectionPool, isConnectionFailure } from "./connection-pool.ts";
import type { Priority } from "./priority.ts";
import type { BoundStatement } from "./query/params.ts";
import { type Setting, settingsStatement } from "./query/settings.ts";
import type { ResultRow } from "./query/statement.ts";
import type { Network } from "./request-queue.ts";
import type { BoundExecution } from "./wire-client.ts";

export interface Transaction {
  readOnly: boolean;
  /** Null means read committed. */
  isolation: string | null;
  settings: Setting[];
  /** The session behind the token, which the database looks for first; null when it need not. */
  sessionId: string | null;
  /** A statement that runs before the main one. */
  preRequest: BoundStatement | null;
  main: BoundStatement;
  /** The rows of the main statement are lines of text instead of a single result row. */
  isText: boolean;
  /** An EXPLAIN whose row estimate is used when `isNeeded` is true for the main row. */
  countEstimate: { statement: BoundStatement; isNeeded: (row: ResultRow) => boolean } | null;
  /** Checks the result before the commit; an error rolls back. A read-only transaction needs no rollback. */
  check: ((row: ResultRow) => void) | null;
  rollback: boolean;
  /** How long the database may take, in milliseconds. */
  deadlineMs: number;
}

export interface TransactionResult {
  row: ResultRow;
  plannedRows: number | null;
}

/**
 * Marks a parameter's type as unknown, so that Postgres infers it and postgres.js sends the text unchanged.
 */
const UNKNOWN_TYPE = 705;
/** In characters; a longer statement is never prepared. */
const MAX_PREPARED_LENGTH = 4096;
const ISOLATIONS = new Set(["serializable", "repeatable read", "read committed", "read uncommitted"]);

export class MainTx {
  readonly #connections: ConnectionPool;
  readonly #seenStatements = new LRUCache<string, true>({ max: 2000 });

  constructor(connections: ConnectionPool) {
    this.#connections = connections;
  }

  /** Rejects with a PostgresError of the database, or with a RestError when it is not reachable. */
  run(
    transaction: Transaction,
    caller: { priority: Priority; network: Network | null },
  ): Promise<TransactionResult> {
    const use = { ...caller, deadlineMs: transaction.deadlineMs };
    return this.#connections.use(use, async (connection) => {
      const started = performance.now();
      try {
        return await this.#start(connection, transaction);
      } finally {
        reportStatement(performance.now() - started, () => describe(transaction));
      }
    });
  }

  #start(connection: Connection, transaction: Transaction): Promise<TransactionResult> {
    const { check, isText, countEstimate, readOnly, rollback } = transaction;
    if (check !== null && !readOnly) return this.#runInteractive(connection, transaction);
    if (countEstimate !== null || rollback || isText) return this.#runInteractive(connection, transaction);
    const sent = this.#runPrepared(connection, transaction) ?? this.#runPipelined(connection, transaction);
    if (check === null) return sent;
    return sent.then((result) => {
      check(result.row);
      return result;
    });
  }

  /** Null when a statement is not prepared yet, or when the transaction needs an isolation level. */
  #runPrepared(
    { wire, statements }: Connection,
    { isolation, settings, sessionId, preRequest, main }: Transaction,
  ): Promise<TransactionResult> | null {
    if (wire === null || isolation !== null) return null;
    const executions: BoundExecution[] = [];
    for (const statement of [settingsStatement(settings, sessionId), preRequest, main]) {
      if (statement === null) continue;
      const name = statements.get(statement.text);
      if (name == null) return null;
      executions.push({ name, values: statement.params });
    }
    return wire.run(executions).then((row) => ({ row: readRow(row), plannedRows: null }));
  }

  async #runPipelined(connection: Connection, transaction: Transaction): Promise<TransactionResult> {
    const { sql } = connection;
    const prepare = this.#shouldPrepare(connection, transaction.main);
    const begun = this.#begin(connection, transaction);
    const main = this.#send(connection, transaction.main, prepare);
    const settled = await Promise.allSettled([...begun, main, sql.unsafe("commit")]);
    for (const result of settled) if (result.status === "rejected") throw result.reason;
    return { row: readRow((await main)[0]), plannedRows: null };
  }

  /** For transactions that may still fail once the result is known. */
  async #runInteractive(connection: Connection, transaction: Transaction): Promise<TransactionResult> {
    const { sql } = connection;
    const { check, isText, main, countEstimate, rollback } = transaction;
    try {
      const prepare = !isText && this.#shouldPrepare(connection, main);
      const begun = this.#begin(connection, transaction);
      const sent = this.#send(connection, main, prepare);
      await Promise.all([...begun, sent]);
      const rows = await sent;
      const row = isText ? readLines(rows) : readRow(rows[0]);
      check?.(row);
      const plannedRows = countEstimate?.isNeeded(row)
        ? readEstimate(await this.#send(connection, countEstimate.statement, false))
        : null;
      if (rollback) await sql.unsafe("set constraints all immediate");
      await sql.unsafe(rollback ? "rollback" : "commit");
      return { row, plannedRows };
    } catch (error) {
      if (!isConnectionFailure(error)) await sql.unsafe("rollback");
      throw error;
    }
  }

  /** Sends everything before the main statement. Statements sent in the same tick leave as one write. */
  #begin(connection: Connection, transaction: Transaction): Promise<unknown>[] {
    const { preRequest, settings, sessionId } = transaction;
    return [
      connection.sql.unsafe(beginText(transaction)).execute(),
      this.#send(connection, settingsStatement(settings, sessionId), true),
      ...(preRequest === null ? [] : [this.#send(connection, preRequest, true)]),
    ];
  }

  async #send({ sql, statements }: Connection, { text, params }: BoundStatement, prepare: boolean) {
    const values = params.map((value) => sql.typed(value, UNKNOWN_TYPE));
    const rows = await sql.unsafe(text, values, prepare ? PREPARED : UNPREPARED).raw();
    if (prepare) statements.set(text, rows.statement.name);
    return rows;
  }

  /** Prepares a statement when it comes a second time, so that one-off statements are not prepared. */
  #shouldPrepare({ statements }: Connection, { text }: BoundStatement): boolean {
    if (statements.has(text)) return true;
    if (text.length > MAX_PREPARED_LENGTH) return false;
    if (!this.#seenStatements.has(text)) {
      this.#seenStatements.set(text, true);
      return false;
    }
    statements.set(text, null);
    return true;
  }
}

/** The main statement, which takes the time. */
function describe({ settings, main }: Transaction): Omit<StatementRun, "ms"> {
  const find = (name: string) => settings.findLast(([each]) => each === name)?.[1] ?? "";
  return {
    role: find("role"),
    method: find("request.method"),
    path: find("request.path"),
    statement: main.text,
  };
}

function beginText({ isolation }: Transaction): string {
  return isolation !== null && ISOLATIONS.has(isolation) ? `begin isolation level ${isolation}` : "begin";
}

function readRow(columns: (Uint8Array | null)[] | undefined): ResultRow {
  if (columns === undefined) throw new Error("The main statement returned no row");
  const [total, page, body, headers, status, inserted, location] = columns;
  return {
    total: text(total),
    page: text(page) ?? "0",
    body: body != null && isUnshared(body) ? body : null,
    headers: text(headers),
    status: text(status),
    inserted: text(inserted),
    location: text(location),
  };
}

function readLines(rows: Uint8Array[][]): ResultRow {
  const body = new TextEncoder().encode(rows.map(([line]) => text(line) ?? "").join("\n"));
  return { total: null, page: "0", body, headers: null, status: null, inserted: null, location: null };
}

/** A type guard for Response: Node's sockets never read into shared memory. */
function isUnshared(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}

const decoder = new TextDecoder();

function text(value: Uint8Array | null | undefined): string | null {
  return value == null ? null : decoder.decode(value);
}

function readEstimate(rows: Uint8Array[][]): number | null {
  const found = /"Plan Rows": (?<rows>\d+)/.exec(text(rows[0]?.[0]) ?? "");
  return found === null ? null : Number(found.groups?.rows);
}
