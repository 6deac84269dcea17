/**
 * The one place that touches the database. A request is one transaction, in one of three ways:
 * - stepwise, where the result decides whether it is committed;
 * - at once: begin, settings, statement and commit go out together, and when one fails, the commit is a
 *   rollback;
 * - combined, where the statement is prepared on the connection: a single message, because for short
 *   statements what costs is the number of messages.
 */

import { LRUCache } from "lru-cache";
import type postgres from "postgres";
import { type Connection, type Connections, isConnectionFailure } from "./connections.ts";
import type { Statement } from "./query/params.ts";
import { combinedText, type Setting, settingsStatement } from "./query/settings.ts";
import type { ResultRow } from "./query/statement.ts";

export interface Transaction {
  readOnly: boolean;
  /** Null: read committed. */
  isolation: string | null;
  settings: Setting[];
  /** A statement that runs before the main one. */
  before: string | null;
  main: Statement;
  /** The rows of the main statement are lines of text, not the one row of a result. */
  isText: boolean;
  /** An EXPLAIN whose estimate is wanted when `needsPlan` says so of the main row. */
  plan: { statement: Statement; needed: (row: ResultRow) => boolean } | null;
  /** Looks at the result before the commit; what it throws rolls back. */
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
    const { before, check, isolation, isText, main, plan, readOnly, rollback, settings } = transaction;
    if (check !== null || plan !== null || rollback || isText) return this.#stepwise(connection, transaction);
    const statement = isolation === null ? connection.statements.get(main.text) : undefined;
    const combined =
      statement == null ? null : combinedText({ readOnly, settings, before, statement, values: main.params });
    return combined === null ? this.#atOnce(connection, transaction) : this.#combined(connection, combined);
  }

  async #combined({ sql }: Connection, text: string): Promise<TransactionResult> {
    // Of a text with several statements postgres.js gives a list of results, which its types do not know.
    const results: unknown[] = await sql.unsafe(text).raw();
    const rows: unknown = results.at(-1);
    const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
    return { row: readRow(Array.isArray(row) ? row : undefined), plannedRows: null };
  }

  async #atOnce(connection: Connection, transaction: Transaction): Promise<TransactionResult> {
    const { sql, statements } = connection;
    const prepare = this.#shouldPrepare(connection, transaction.main);
    const main = this.#send(sql, transaction.main, prepare);
    const settled = await Promise.allSettled([...this.#begin(sql, transaction), main, sql.unsafe("commit")]);
    for (const result of settled) if (result.status === "rejected") throw result.reason;
    const rows = await main;
    if (prepare) statements.set(transaction.main.text, rows.statement.name);
    return { row: readRow(rows[0]), plannedRows: null };
  }

  /** For what may still be refused once the result is known. */
  async #stepwise(connection: Connection, transaction: Transaction): Promise<TransactionResult> {
    const { sql } = connection;
    const { check, isText, main, plan, rollback } = transaction;
    try {
      const prepare = !isText && this.#shouldPrepare(connection, main);
      const sent = this.#send(sql, main, prepare);
      await Promise.all([...this.#begin(sql, transaction), sent]);
      const rows = await sent;
      const row = isText ? readLines(rows) : readRow(rows[0]);
      check?.(row);
      const plannedRows = plan?.needed(row)
        ? readEstimate(await this.#send(sql, plan.statement, false))
        : null;
      if (rollback) await sql.unsafe("set constraints all immediate");
      await sql.unsafe(rollback ? "rollback" : "commit");
      return { row, plannedRows };
    } catch (error) {
      if (!isConnectionFailure(error)) await sql.unsafe("rollback");
      throw error;
    }
  }

  /** What comes before the main statement. Queries leave when they are awaited: all of them together. */
  #begin(sql: postgres.ReservedSql, transaction: Transaction): Promise<unknown>[] {
    const { before, settings } = transaction;
    return [
      sql.unsafe(beginText(transaction)),
      this.#send(sql, settingsStatement(settings), true),
      ...(before === null ? [] : [sql.unsafe(before)]),
    ];
  }

  #send(sql: postgres.ReservedSql, { text, params }: Statement, prepare: boolean) {
    const values = params.map((value) => sql.typed(value, UNKNOWN_TYPE));
    return sql.unsafe(text, values, prepare ? PREPARED : UNPREPARED).raw();
  }

  /** Whoever never asks the same twice has nothing prepared. */
  #shouldPrepare({ statements }: Connection, { text }: Statement): boolean {
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

function beginText({ readOnly, isolation }: Transaction): string {
  const level = isolation !== null && ISOLATIONS.has(isolation) ? ` isolation level ${isolation}` : "";
  return `begin${level} ${readOnly ? "read only" : "read write"}`;
}

function readRow(columns: Uint8Array[] | undefined): ResultRow {
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
