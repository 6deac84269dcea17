/**
 * Runs statements as a subscriber: with the role and claims of the token, so that policies and privileges
 * apply. All are sent as one text, which Postgres runs as one transaction: the settings of one caller end
 * before the connection serves the next.
 */
import { z } from "zod";
import { type Sql, VALUE_FORMAT_SETTINGS } from "#backend/core/database/database.ts";
import { quoteLiteral } from "#backend/core/database/sql-text.ts";
import type { AuthContext } from "#backend/realtime/auth-context.ts";

export type Caller = Pick<AuthContext, "role" | "claims">;

/** The caller for the service's own statements. */
export const SERVICE_CALLER: Caller = { role: "service_role", claims: '{"role":"service_role"}' };

/** A caller, and the indexes of the rows to check for it. */
export interface CallerRows {
  caller: Caller;
  rowIndexes: Set<number>;
}

const STATEMENT_TIMEOUT = "8s";

/**
 * Callers per statement. The statements run one after another, so that requests of the shop run in between.
 */
const CALLERS_PER_QUERY = 200;

type Settings = [name: string, value: string][];

const resultListSchema = z.array(z.unknown());

/**
 * Each statement returns one row with one column of JSON, its result. Rejects with Postgres's own errors, and
 * when the connection is lost.
 */
export function queryAs(sql: Sql, { role, claims }: Caller, statements: string[]): Promise<unknown[]> {
  const settings: Settings = [
    ["request.jwt.claims", claims],
    ["role", role],
  ];
  return runWithSettings(sql, settings, statements);
}

/**
 * Runs the same query as each of the callers, in their order: a statement as above, whose only parameter is
 * the list of row indexes. A thousand callers cost a tenth of a thousand statements, because Postgres plans
 * the query once. Rejects when it fails for one of them.
 */
export async function queryAsEach(sql: Sql, callers: CallerRows[], query: string): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let n = 0; n < callers.length; n += CALLERS_PER_QUERY) {
    const part = callers.slice(n, n + CALLERS_PER_QUERY);
    const lists = [
      part.map(({ caller }) => caller.role),
      part.map(({ caller }) => caller.claims),
      part.map(({ rowIndexes }) => `{${[...rowIndexes].join(",")}}`),
    ].map((values) => `array[${values.map(quoteLiteral).join(",")}]`);
    const call = `select realtime.query_as_each_caller(${lists.join(", ")}, ${quoteLiteral(query)})`;
    const [result] = await runWithSettings(sql, [], [call]);
    results.push(...resultListSchema.parse(result));
  }
  return results;
}

async function runWithSettings(sql: Sql, callerSettings: Settings, statements: string[]): Promise<unknown[]> {
  const settings: Settings = [
    ["transaction_read_only", "on"],
    ["statement_timeout", STATEMENT_TIMEOUT],
    ["search_path", "public, extensions"],
    ...Object.entries(VALUE_FORMAT_SETTINGS).map(([name, value]): [string, string] => [name, String(value)]),
    ...callerSettings,
  ];
  const calls = settings.map(
    ([name, value]) => `set_config(${quoteLiteral(name)},${quoteLiteral(value)},true)`,
  );
  const text = [`select num_nulls(${calls.join(",")})`, ...statements].join(";\n");
  // For several statements postgres.js returns a list of results, which its types do not say.
  const results: unknown[] = await sql.unsafe(text).raw();
  return results.slice(1).map((rows) => {
    const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
    const value: unknown = Array.isArray(row) ? row[0] : undefined;
    return value instanceof Uint8Array ? JSON.parse(Buffer.from(value).toString("utf8")) : null;
  });
}
