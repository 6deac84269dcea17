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
  main: Statement;
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
    const { check, isolation, main, plan, readOnly, rollback, settings } = transaction;
    if (check !== null || plan !== null || rollback) return this.#stepwise(connection, transaction);
    const statement = isolation === null ? connection.statements.get(main.text) : undefined;
    const combined =
      statement == null ? null : combinedText({ readOnly, settings, statement, values: main.params });
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
    const settled = await Promise.allSettled([
      sql.unsafe(beginText(transaction)),
      this.#send(sql, settingsStatement(transaction.settings), true),
      this.#send(sql, transaction.main, prepare),
      sql.unsafe("commit"),
    ]);
    for (const result of settled) if (result.status === "rejected") throw result.reason;
    const [, , main] = settled;
    if (main.status === "rejected") throw main.reason;
    if (prepare) statements.set(transaction.main.text, main.value.statement.name);
    return { row: readRow(main.value[0]), plannedRows: null };
  }

  /** For what may still be refused once the result is known. */
  async #stepwise(connection: Connection, transaction: Transaction): Promise<TransactionResult> {
    const { sql } = connection;
    const { check, plan, rollback } = transaction;
    try {
      const [, , rows] = await Promise.all([
        sql.unsafe(beginText(transaction)),
        this.#send(sql, settingsStatement(transaction.settings), true),
        this.#send(sql, transaction.main, this.#shouldPrepare(connection, transaction.main)),
      ]);
      const row = readRow(rows[0]);
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
