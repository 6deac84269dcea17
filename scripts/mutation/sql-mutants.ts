/**
 * The mutants of the functions of a migration: other operators, no row locks and no errors. They are found by patterns,
 * because the migrations are written in one style; the database rejects a mutant that is no SQL, which counts as
 * noticed. Policies, privileges and constraints are mutated in the catalogue (catalog-mutants.ts).
 */
import type { Mutant } from "./mutant.ts";

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

/** In the order of the file; of these functions alone. */
export function createSqlMutants(file: string, text: string, only: readonly string[]): Mutant[] {
  const code = maskComments(text);
  const mutants: Mutant[] = [];
  for (const definition of code.matchAll(/^create function ([\w.]+)[\s\S]*?as \$\$\n([\s\S]*?)^\$\$;/gm)) {
    const [whole, name = "", body = ""] = definition;
    if (!only.includes(name)) continue;
    const bodyStart = definition.index + whole.lastIndexOf(body);
    const visible = maskStrings(body);
    // The `=` in `using errcode = …` is no comparison.
    const compared = visible.replace(/\braise exception [^;]*;/g, (error) => " ".repeat(error.length));
    for (const operator of compared.matchAll(
      /(?<= )(<=|>=|<>|<|>|=|\+|-|\*)(?= )| (and|or|not) (?!null\b)/g,
    )) {
      const replacement = OPERATORS[operator[0]];
      if (replacement === undefined || /between [^;\n]*$/.test(compared.slice(0, operator.index))) continue;
      const start = bodyStart + operator.index;
      mutants.push({ file, start, end: start + operator[0].length, replacement });
    }
    for (const lock of visible.matchAll(/ for (no key )?update\b/g)) {
      const start = bodyStart + lock.index;
      mutants.push({ file, start, end: start + lock[0].length, replacement: "" });
    }
    for (const error of visible.matchAll(/\braise exception [^;]*;/g)) {
      const start = bodyStart + error.index;
      mutants.push({ file, start, end: start + error[0].length, replacement: "null;" });
    }
  }
  return mutants.sort((one, other) => one.start - other.start);
}

function maskComments(text: string): string {
  return text.replace(/--.*$/gm, (comment) => " ".repeat(comment.length));
}

function maskStrings(code: string): string {
  return code.replace(/'(?:[^']|'')*'/g, (string) => `'${"_".repeat(string.length - 2)}'`);
}
