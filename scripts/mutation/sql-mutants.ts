/**
 * The mutants of functions of the database: other operators, no row locks and no errors. The functions are those of a
 * database that has all migrations: an earlier text of one, which a later migration has replaced, tests nothing. What to
 * change is found by patterns, because the functions are written in one style.
 */
import type { Sql } from "#backend/core/database/database.ts";
import type { CatalogMutant } from "./catalog-mutants.ts";
import { applyMutant, describeMutant } from "./mutant.ts";

const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "=": "<>",
  "<>": "=",
  "+": "-",
  "-": "+",
  "*": "+",
  " and ": " or ",
  " or ": " and ",
  " not ": " ",
};

/** Those of these functions (`private.place_order`) that the database takes: the others are no SQL. */
export async function listFunctionMutants(sql: Sql, names: readonly string[]): Promise<CatalogMutant[]> {
  const functions = await sql<{ name: string; definition: string }[]>`
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace::regnamespace || '.' || p.proname = any (${names}) order by 1`;
  if (functions.length < names.length) throw new Error(`One of these does not exist: ${names.join(", ")}`);
  const mutants: CatalogMutant[] = [];
  for (const { name, definition } of functions) {
    for (const mutant of mutateFunction(name, definition)) {
      if (await isTaken(sql, mutant.sql)) mutants.push(mutant);
    }
  }
  return mutants;
}

/** In the order of the text. */
export function mutateFunction(name: string, definition: string): CatalogMutant[] {
  const code = maskComments(definition);
  const [, body = ""] = code.split(/^AS \$function\$|^\$function\$/m);
  const bodyStart = code.indexOf(body);
  const visible = maskStrings(body);
  // The `=` in `using errcode = …` is no comparison.
  const compared = visible.replace(/\braise exception [^;]*;/g, (error) => " ".repeat(error.length));
  const changes: { at: number; text: string; replacement: string }[] = [];
  for (const { 0: text, index: at } of compared.matchAll(
    /(?<= )(<=|>=|<>|<|>|=|\+|-|\*)(?= )| (and|or|not) (?!null\b)/g,
  )) {
    const replacement = OPERATORS[text];
    if (replacement === undefined || /between [^;\n]*$/.test(compared.slice(0, at))) continue;
    changes.push({ at, text, replacement });
  }
  for (const { 0: text, index: at } of visible.matchAll(/ for (no key )?update\b/g))
    changes.push({ at, text, replacement: "" });
  for (const { 0: text, index: at } of visible.matchAll(/\braise exception [^;]*;/g))
    changes.push({ at, text, replacement: "null;" });
  return changes
    .sort((one, other) => one.at - other.at)
    .map(({ at, text, replacement }) => {
      const start = bodyStart + at;
      const mutant = { file: name, start, end: start + text.length, replacement };
      return {
        name: describeMutant(mutant, definition),
        sql: applyMutant(definition, mutant),
        undo: definition,
        focus: null,
      };
    });
}

const ROLLBACK = new Error("rollback");

async function isTaken(sql: Sql, statement: string): Promise<boolean> {
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(statement);
      throw ROLLBACK;
    });
  } catch (error) {
    return error === ROLLBACK;
  }
  return true;
}

function maskComments(text: string): string {
  return text.replace(/--.*$/gm, (comment) => " ".repeat(comment.length));
}

function maskStrings(code: string): string {
  return code.replace(/'(?:[^']|'')*'/g, (string) => `'${"_".repeat(string.length - 2)}'`);
}
