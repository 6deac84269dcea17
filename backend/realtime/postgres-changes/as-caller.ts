/**
 * Statements run on behalf of a subscriber: as the role of the token, with its claims, so that policies and privileges
 * decide. All go out as one text, which Postgres runs as one transaction: what is set for one caller is gone before
 * the connection serves the next.
 */
import { READABLE_VALUES, type Sql } from "../../core/database.ts";
import { literal } from "../../core/sql-text.ts";
import type { Access } from "../access.ts";

export type Caller = Pick<Access, "role" | "claims">;

/** What the service asks on its own behalf: it judges filters over values, and reads no row. */
export const SERVICE: Caller = { role: "service_role", claims: '{"role":"service_role"}' };

const STATEMENT_TIMEOUT = "8s";

/**
 * Each statement gives one row with one column of JSON, which is the statement's result. Rejects with Postgres's own
 * errors, and when the connection is lost.
 */
export async function askAs(sql: Sql, { role, claims }: Caller, statements: string[]): Promise<unknown[]> {
  const settings = [
    ["transaction_read_only", "on"],
    ["statement_timeout", STATEMENT_TIMEOUT],
    ["search_path", "public, extensions"],
    ...Object.entries(READABLE_VALUES).map(([name, value]) => [name, String(value)]),
    ["request.jwt.claims", claims],
    ["role", role],
  ].map(([name = "", value = ""]) => `set_config(${literal(name)},${literal(value)},true)`);
  const text = [`select num_nulls(${settings.join(",")})`, ...statements].join(";\n");
  // Of a text with several statements postgres.js gives a list of results, which its types do not know.
  const results: unknown[] = await sql.unsafe(text).raw();
  return results.slice(1).map((rows) => {
    const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
    const value: unknown = Array.isArray(row) ? row[0] : undefined;
    return value instanceof Uint8Array ? JSON.parse(Buffer.from(value).toString("utf8")) : null;
  });
}
