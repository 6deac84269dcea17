/**
 * The one place that touches the database. A request is one transaction, in one of three ways:
 * - stepwise, where the result decides whether it is committed;
 * - at once: begin, settings, statement and commit go out together, and when one fails, the commit is a
 *   rollback;
 * - prepared, where the statements are known to the connection: settings and statement are one message, because
 *   for short statements what costs is the number of messages.
 */

import { LRUCache } from "lru-cache";
import { type Connection, type Connections, isConnectionFailure } from "./connections.ts";
import type { BoundStatement } from "./query/params.ts";
import { type Setting, settingsStatement } from "./query/settings.ts";
import type { ResultRow } from "./query/statement.ts";
import type { Execution } from "./wire.ts";

export interface Transaction {
  readOnly: boolean;
  /** Null: read committed. */
  isolation: string | null;
  settings: Setting[];
  /** A statement that runs before the main one. */
  before: BoundStatement | null;
  main: BoundStatement;
  /** The rows of the main statement are lines of text, not the one row of a result. */
  isText: boolean;
  /** An EXPLAIN whose estimate is wanted when `needsPlan` says so of the main row. */
  plan: { statement: BoundStatement; needed: (row: ResultRow) => boolean } | null;
  /** Looks at the result before the commit; what it throws rolls back. What only reads has nothing to take back. */
  check: ((row: ResultRow) => void) | null;
  rollback: boolean;
}

export interface TransactionResult {
  row: ResultRow;
  plannedRows: number | null;
}

/** Marks a parameter's type as unknown, so that Postgres infers it and postgres.js sends the text as it is. */
const UNKNOWN_TYPE = 705;
/** `simple` is missing in the types; without it postgres.js would not prepare what has no parameters. */
const PREPARED = { prepare: true, simple: false };
const UNPREPARED = { prepare: false, simple: false };
/** Characters; a longer statement is never prepared. */
const MAX_PREPARED_LENGTH = 4096;
const ISOLATIONS = new Set(["serializable", "repeatable read", "read committed", "read uncommitted"]);

export class MainTx {
  readonly #connections: Connections;
  readonly #seen = new LRUCache<string, true>({ max: 2000 });

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Rejects with a PostgresError of the database's, or a RestError when it is out of reach. */
  run(transaction: Transaction): Promise<TransactionResult> {
    return this.#connections.use((connection) => this.#start(connection, transaction));
  }

  #start(connection: Connection, transaction: Transaction): Promise<TransactionResult> {
    const { check, isText, plan, readOnly, rollback } = transaction;
    if (check !== null && !readOnly) return this.#stepwise(connection, transaction);
    if (plan !== null || rollback || isText) return this.#stepwise(connection, transaction);
    const sent = this.#prepared(connection, transaction) ?? this.#atOnce(connection, transaction);
    if (check === null) return sent;
    return sent.then((result) => {
      check(result.row);
      return result;
    });
  }

  /** Null when a statement is not prepared yet, or when a level of isolation must be named before all. */
  #prepared(
    { wire, statements }: Connection,
    { isolation, settings, before, main }: Transaction,
  ): Promise<TransactionResult> | null {
    if (wire === null || isolation !== null) return null;
    const executions: Execution[] = [];
    for (const statement of [settingsStatement(settings), before, main]) {
      if (statement === null) continue;
      const name = statements.get(statement.text);
      if (name == null) return null;
      executions.push({ name, values: statement.params });
    }
    return wire.run(executions).then((row) => ({ row: readRow(row), plannedRows: null }));
  }

  async #atOnce(connection: Connection, transaction: Transaction): Promise<TransactionResult> {
    const { sql } = connection;
    const prepare = this.#shouldPrepare(connection, transaction.main);
    const begun = this.#begin(connection, transaction);
    const main = this.#send(connection, transaction.main, prepare);
    const settled = await Promise.allSettled([...begun, main, sql.unsafe("commit")]);
    for (const result of settled) if (result.status === "rejected") throw result.reason;
    return { row: readRow((await main)[0]), plannedRows: null };
  }

  /** For what may still be refused once the result is known. */
  async #stepwise(connection: Connection, transaction: Transaction): Promise<TransactionResult> {
    const { sql } = connection;
    const { check, isText, main, plan, rollback } = transaction;
    try {
      const prepare = !isText && this.#shouldPrepare(connection, main);
      const begun = this.#begin(connection, transaction);
      const sent = this.#send(connection, main, prepare);
      await Promise.all([...begun, sent]);
      const rows = await sent;
      const row = isText ? readLines(rows) : readRow(rows[0]);
      check?.(row);
      const plannedRows = plan?.needed(row)
        ? readEstimate(await this.#send(connection, plan.statement, false))
        : null;
      if (rollback) await sql.unsafe("set constraints all immediate");
      await sql.unsafe(rollback ? "rollback" : "commit");
      return { row, plannedRows };
    } catch (error) {
      if (!isConnectionFailure(error)) await sql.unsafe("rollback");
      throw error;
    }
  }

  /** What comes before the main statement. All that is sent in one turn leaves together. */
  #begin(connection: Connection, transaction: Transaction): Promise<unknown>[] {
    const { before, settings } = transaction;
    return [
      connection.sql.unsafe(beginText(transaction)).execute(),
      this.#send(connection, settingsStatement(settings), true),
      ...(before === null ? [] : [this.#send(connection, before, true)]),
    ];
  }

  async #send({ sql, statements }: Connection, { text, params }: BoundStatement, prepare: boolean) {
    const values = params.map((value) => sql.typed(value, UNKNOWN_TYPE));
    const rows = await sql.unsafe(text, values, prepare ? PREPARED : UNPREPARED).raw();
    if (prepare) statements.set(text, rows.statement.name);
    return rows;
  }

  /** Whoever never asks the same twice has nothing prepared. */
  #shouldPrepare({ statements }: Connection, { text }: BoundStatement): boolean {
    if (statements.has(text)) return true;
    if (text.length > MAX_PREPARED_LENGTH) return false;
    if (!this.#seen.has(text)) {
      this.#seen.set(text, true);
      return false;
    }
    statements.set(text, null);
    return true;
  }
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
    body: body != null && isPlain(body) ? body : null,
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

/** Node's sockets never read into shared memory; a Response wants to hear it. */
function isPlain(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}

const decoder = new TextDecoder();

function text(value: Uint8Array | null | undefined): string | null {
  return value == null ? null : decoder.decode(value);
}

function readEstimate(rows: Uint8Array[][]): number | null {
  const found = /"Plan Rows": (\d+)/.exec(text(rows[0]?.[0]) ?? "");
  return found === null ? null : Number(found[1]);
}
