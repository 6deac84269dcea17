/**
 * The mutants of a migration: policies dropped or widened, constraints dropped, and in functions other operators,
 * no row locks and no errors. They are found by patterns, because the migrations are written in one style; the
 * database rejects a mutant that is no SQL, which counts as noticed.
 */
import type { Mutant } from "./mutant.ts";

export type SqlMutation = "policies" | "constraints" | "functions";

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

/** In the order of the file. `only` limits the mutants of functions to these names. */
export function createSqlMutants(
  file: string,
  text: string,
  kind: SqlMutation,
  only?: readonly string[],
): Mutant[] {
  const code = maskComments(text);
  if (kind === "policies") return createPolicyMutants(file, code);
  if (kind === "constraints") return createConstraintMutants(file, code);
  return createFunctionMutants(file, code, only);
}

function createPolicyMutants(file: string, code: string): Mutant[] {
  return [...code.matchAll(/^create policy [^;]*;/gm)].flatMap((policy) => {
    const start = policy.index;
    const end = start + policy[0].length;
    const conditions = [...policy[0].matchAll(/\b(using|with check) \(/g)].map((condition) => {
      const open = start + condition.index + condition[0].length - 1;
      return { file, start: open, end: findClosing(code, open), replacement: "(true)" };
    });
    const [using, check] = conditions;
    // Each of two equal conditions protects the rows alone, so both are widened at once.
    if (using && check && code.slice(using.start, using.end) === code.slice(check.start, check.end))
      conditions.splice(0, 2, { ...using, end: check.end, replacement: "(true) with check (true)" });
    // A condition that is true already has no wider one.
    const widened = conditions.filter((mutant) => code.slice(mutant.start, mutant.end) !== "(true)");
    return [{ file, start, end, replacement: "" }, ...widened];
  });
}

function createConstraintMutants(file: string, code: string): Mutant[] {
  const mutants: Mutant[] = [];
  for (const table of code.matchAll(/^create (table|domain) [\s\S]*?;$/gm)) {
    const part = table[0];
    for (const check of part.matchAll(/( constraint \w+)?\s+check \(/g)) {
      const open = table.index + check.index + check[0].length - 1;
      mutants.push({
        file,
        start: open,
        end: findClosing(code, open),
        replacement: "(true)",
      });
    }
    for (const match of part.matchAll(
      / references [\w.]+ \(\w+\)( on delete (cascade|set null))?|(?<=\w) unique\b/g,
    )) {
      const start = table.index + match.index;
      // A deferrable key would leave its words behind.
      if (!/^ deferrable/.test(code.slice(start + match[0].length)))
        mutants.push({ file, start, end: start + match[0].length, replacement: "" });
    }
  }
  return mutants.sort((one, other) => one.start - other.start);
}

function createFunctionMutants(file: string, code: string, only?: readonly string[]): Mutant[] {
  const mutants: Mutant[] = [];
  for (const definition of code.matchAll(/^create function ([\w.]+)[\s\S]*?as \$\$\n([\s\S]*?)^\$\$;/gm)) {
    const [whole, name = "", body = ""] = definition;
    if (only && !only.includes(name)) continue;
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

/** The offset after the parenthesis that closes the one at `open`. */
function findClosing(code: string, open: number): number {
  const visible = maskStrings(code.slice(open));
  let depth = 0;
  for (let index = 0; index < visible.length; index++) {
    if (visible[index] === "(") depth++;
    if (visible[index] === ")" && --depth === 0) return open + index + 1;
  }
  throw new Error("no closing parenthesis");
}

function maskComments(text: string): string {
  return text.replace(/--.*$/gm, (comment) => " ".repeat(comment.length));
}

function maskStrings(code: string): string {
  return code.replace(/'(?:[^']|'')*'/g, (string) => `'${"_".repeat(string.length - 2)}'`);
}
