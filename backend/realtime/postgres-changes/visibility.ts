/**
 * What callers may see of changed rows, asked of the database in each caller's own name: the rows that the policies
 * show, found by primary key, and the columns that the privileges of the role let be read.
 */
import postgres from "postgres";
import { z } from "zod";
import type { Sql } from "../../core/database.ts";
import { literal } from "../../core/sql-text.ts";
import { type Asker, askAs, askAsEach, type Caller, SERVICE } from "./as-caller.ts";
import type { Change } from "./feed.ts";
import type { Tuple } from "./pgoutput.ts";
import { listUnchanged, primaryKeyOf, readValues, rowsOf, valuesQuestion, visibleQuestion } from "./rows.ts";
import type { Table } from "./table.ts";

/** Of a role: its callers share one object. */
export interface Rights {
  /** Whether row-level security is on for the table. */
  isProtected: boolean;
  readable: Set<string>;
}

export interface Visibility {
  rights: Rights;
  /**
   * By position, the rows that may be seen: null when the row is still as the change made it, else as it is now. What
   * it was in between may have been nobody's business. Of a table that is not protected, all rows as they came.
   * Callers who see the same values share one object.
   */
  rows: Map<number, Tuple | null>;
}

/** The changes of one table that are judged together. */
interface Batch {
  sql: Sql;
  table: Table;
  changes: Change[];
  /** Is told why it could not be found out what someone may see. */
  onFailure(error: unknown): void;
}

const rightsShape = z.record(
  z.string(),
  z.object({ isProtected: z.boolean(), readable: z.array(z.string()) }),
);
const visibleShape = z.array(z.number());

const INSUFFICIENT_PRIVILEGE = "42501";
const NOTHING: Rights = { isProtected: true, readable: new Set() };

/**
 * What each asker may see of the changes that they want to hear of; of whom it could not be found out, there is
 * nothing. Rejects when the database does not answer.
 */
export async function askVisibility<T extends Asker>(
  batch: Batch,
  askers: Iterable<T>,
): Promise<Map<T, Visibility>> {
  const wanting = [...askers];
  if (wanting.length === 0) return new Map();
  const rights = await askRights(batch, new Set(wanting.map(({ caller }) => caller.role)));
  const found = new Map(wanting.map((asker) => [asker, unjudged(batch, asker, rights)]));
  await judge(batch, found);
  await refresh(batch, found);
  return found;
}

/** Before the policies were asked: rows only of a table that has none. */
function unjudged({ table, changes }: Batch, asker: Asker, all: Map<string, Rights>): Visibility {
  const rights = all.get(asker.caller.role) ?? NOTHING;
  // Whoever may not read so much as the key has no way to be shown a row.
  if (!primaryKeyOf(table).every(({ name }) => rights.readable.has(name))) return hidden();
  const rows = rights.isProtected ? [] : [...asker.wanted].filter((position) => changes[position]?.row);
  return { rights, rows: new Map(rows.map((position) => [position, null])) };
}

function hidden(): Visibility {
  return { rights: NOTHING, rows: new Map() };
}

/** Lets the policies say which rows are seen. */
async function judge<T extends Asker>(batch: Batch, found: Map<T, Visibility>): Promise<void> {
  const { table, changes } = batch;
  const askers = [...found].flatMap(([asker, { rights }]) =>
    rights.isProtected && rights.readable.size > 0 ? [asker] : [],
  );
  const rows = rowsOf(pick(changes, new Set(askers.flatMap(({ wanted }) => [...wanted]))));
  if (rows.size === 0 || primaryKeyOf(table).length === 0) return;
  await askEach(batch, found, askers, visibleQuestion(table, rows), (visibility, answer) => {
    for (const position of visibleShape.parse(answer)) visibility.rows.set(position, null);
  });
}

/**
 * Brings rows that are no longer as their changes made them up to date: policies judged the row of now, so that the
 * row of now is all they allow to be told. What it was may have been nobody's business.
 */
async function refresh<T extends Asker>(batch: Batch, found: Map<T, Visibility>): Promise<void> {
  const { sql, table, changes } = batch;
  const guarded = [...found].filter(([, { rights, rows }]) => rights.isProtected && rows.size > 0);
  const seen = new Set(guarded.flatMap(([, { rows }]) => [...rows.keys()]));
  if (seen.size === 0) return;
  // Asked after the callers: what is unchanged now was unchanged then.
  const unchanged = await listUnchanged(sql, table, pick(changes, seen));
  const stale = pick(
    changes,
    [...seen].filter((position) => !unchanged.has(position)),
  );
  if (stale.size === 0) return;
  const shared = new Map<string, Tuple>();
  const byRights = Map.groupBy(guarded, ([, { rights }]) => rights);
  for (const [rights, some] of byRights) {
    const question = valuesQuestion(table, rowsOf(stale), [...rights.readable]);
    const askers = some.map(([asker]) => asker);
    await askEach(batch, found, askers, question, (visibility, answer) => {
      const now = readValues(answer, shared);
      for (const position of visibility.rows.keys()) {
        const row = now.get(position);
        if (row) visibility.rows.set(position, row);
        else if (stale.has(position)) visibility.rows.delete(position);
      }
    });
  }
}

/** Asks, and hands each answer on. Whoever may not ask is shown nothing; who cannot be answered is found no more. */
async function askEach<T extends Asker>(
  batch: Batch,
  found: Map<T, Visibility>,
  askers: T[],
  question: string,
  take: (visibility: Visibility, answer: unknown) => void,
): Promise<void> {
  try {
    const answers = await askAsEach(batch.sql, askers, question);
    for (const [n, asker] of askers.entries()) take(found.get(asker) ?? hidden(), answers[n]);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    const [only, ...others] = askers;
    if (only === undefined) return;
    if (others.length > 0) {
      // What fails for one must not fail for all.
      const half = Math.ceil(askers.length / 2);
      await askEach(batch, found, askers.slice(0, half), question, take);
      await askEach(batch, found, askers.slice(half), question, take);
    } else if (error.code === INSUFFICIENT_PRIVILEGE) found.set(only, hidden());
    else {
      found.delete(only);
      batch.onFailure(error);
    }
  }
}

function pick(changes: Change[], positions: Iterable<number>): Map<number, Change> {
  const picked = new Map<number, Change>();
  for (const position of positions) {
    const change = changes[position];
    if (change) picked.set(position, change);
  }
  return picked;
}

/** The columns of a table that this caller may read. */
export async function listReadable(sql: Sql, { role }: Caller, table: Table): Promise<Set<string>> {
  const rights = await askRights({ sql, table }, new Set([role]));
  return rights.get(role)?.readable ?? new Set();
}

/** By role. */
async function askRights(
  { sql, table: { oid } }: Pick<Batch, "sql" | "table">,
  roles: Set<string>,
): Promise<Map<string, Rights>> {
  const names = `array[${[...roles].map(literal).join(",")}]`;
  const [answer] = await askAs(sql, SERVICE, [
    `select jsonb_object_agg(r.role, jsonb_build_object(
      'isProtected', (select relrowsecurity from pg_catalog.pg_class where oid = ${oid}),
      'readable', coalesce((
        select jsonb_agg(attname) from pg_catalog.pg_attribute
        where attrelid = ${oid} and attnum > 0 and not attisdropped
          and has_column_privilege(r.role, attrelid, attnum, 'select')
      ), '[]'))) from unnest(${names}) as r (role)`,
  ]);
  return new Map(
    Object.entries(rightsShape.parse(answer)).map(([role, { isProtected, readable }]) => [
      role,
      { isProtected, readable: new Set(readable) },
    ]),
  );
}
