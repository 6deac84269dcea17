/**
 * Statements run on behalf of a subscriber: as the role of the token, with its claims, so that policies and privileges
 * decide. All go out as one text, which Postgres runs as one transaction: what is set for one caller is gone before
 * the connection serves the next.
 */
import { z } from "zod";
import { READABLE_VALUES, type Sql } from "../../core/database.ts";
import { literal } from "../../core/sql-text.ts";
import type { Access } from "../access.ts";

export type Caller = Pick<Access, "role" | "claims">;

/** What the service asks on its own behalf: it judges filters over values, and reads no row. */
export const SERVICE: Caller = { role: "service_role", claims: '{"role":"service_role"}' };

/** A caller, and the positions of the rows that they want to know of. */
export interface Asker {
  caller: Caller;
  wanted: Set<number>;
}

const STATEMENT_TIMEOUT = "8s";

/** Who is asked for in one message. One message after another: the shop's own requests come in between. */
const ASKERS_AT_ONCE = 200;

type Settings = [name: string, value: string][];

const list = z.array(z.unknown());

/**
 * Each statement gives one row with one column of JSON, which is the statement's result. Rejects with Postgres's own
 * errors, and when the connection is lost.
 */
export function askAs(sql: Sql, { role, claims }: Caller, statements: string[]): Promise<unknown[]> {
  const settings: Settings = [
    ["request.jwt.claims", claims],
    ["role", role],
  ];
  return ask(sql, settings, statements);
}

/**
 * The same question on behalf of each of them, in their order: a statement as above, whose only parameter is the list
 * of positions. A thousand callers cost a tenth of a thousand messages, because Postgres plans the question once.
 * Rejects when it fails for one of them.
 */
export async function askAsEach(sql: Sql, askers: Asker[], question: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let n = 0; n < askers.length; n += ASKERS_AT_ONCE) {
    const some = askers.slice(n, n + ASKERS_AT_ONCE);
    const lists = [
      some.map(({ caller }) => caller.role),
      some.map(({ caller }) => caller.claims),
      some.map(({ wanted }) => `{${[...wanted].join(",")}}`),
    ].map((values) => `array[${values.map(literal).join(",")}]`);
    const call = `select realtime.ask_each(${lists.join(", ")}, ${literal(question)})`;
    const [answer] = await ask(sql, [], [call]);
    answers.push(...list.parse(answer));
  }
  return answers;
}

async function ask(sql: Sql, own: Settings, statements: string[]): Promise<unknown[]> {
  const settings: Settings = [
    ["transaction_read_only", "on"],
    ["statement_timeout", STATEMENT_TIMEOUT],
    ["search_path", "public, extensions"],
    ...Object.entries(READABLE_VALUES).map(([name, value]): [string, string] => [name, String(value)]),
    ...own,
  ];
  const calls = settings.map(([name, value]) => `set_config(${literal(name)},${literal(value)},true)`);
  const text = [`select num_nulls(${calls.join(",")})`, ...statements].join(";\n");
  // Of a text with several statements postgres.js gives a list of results, which its types do not know.
  const results: unknown[] = await sql.unsafe(text).raw();
  return results.slice(1).map((rows) => {
    const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
    const value: unknown = Array.isArray(row) ? row[0] : undefined;
    return value instanceof Uint8Array ? JSON.parse(Buffer.from(value).toString("utf8")) : null;
  });
}
