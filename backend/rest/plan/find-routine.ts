/** Finds the overload of a function for a call, by the names of its arguments. */
import { type QualifiedName, quoteQualified } from "#backend/core/database/sql-text.ts";
import { routineAmbiguous, routineNotFound } from "#backend/rest/errors.ts";
import type { Routine, SchemaCache } from "#backend/rest/schema-cache/schema-cache.ts";
import { findClosestName } from "./closest-name.ts";

/** Bodies without argument names: only a function with one unnamed argument accepts them. */
type RawBodyType = "text/plain" | "text/xml" | "application/octet-stream";

/** The body of a POST; null for a call by GET. */
export type CallBodyType =
  | RawBodyType
  | "application/json"
  | "text/csv"
  | "application/x-www-form-urlencoded";

const RAW_TYPES: Record<RawBodyType, string[]> = {
  "text/plain": ["text"],
  "text/xml": ["xml"],
  "application/octet-stream": ["bytea"],
};

/** Throws PGRST202 when none fits and PGRST203 when several do. */
export function findRoutine(
  cache: SchemaCache,
  name: QualifiedName,
  args: string[],
  body: CallBodyType | null,
): Routine {
  const overloads = cache.routines.get(quoteQualified(name)) ?? [];
  const named = overloads.filter((routine) => acceptsNamedArgs(routine, args, body));
  const found = named.length > 0 ? named : overloads.filter((routine) => acceptsBody(routine, body));
  const [first, second] = found;
  if (first === undefined) throw createNotFound(cache, name, args, body, overloads);
  if (second !== undefined) throw routineAmbiguous(found.map(formatSignature));
  return first;
}

function acceptsNamedArgs({ parameters }: Routine, args: string[], body: CallBodyType | null): boolean {
  if (parameters.length === 0) return args.length === 0 && !isRaw(body);
  return (
    args.every((arg) => parameters.some((parameter) => parameter.name === arg)) &&
    parameters.every((parameter) => !parameter.required || args.includes(parameter.name))
  );
}

function acceptsBody({ parameters: [first, second] }: Routine, body: CallBodyType | null): boolean {
  if (first === undefined || second !== undefined || first.name !== "") return false;
  if (body === "application/json") return first.type === "json" || first.type === "jsonb";
  return isRaw(body) && RAW_TYPES[body].includes(first.type);
}

function isRaw(body: CallBodyType | null): body is RawBodyType {
  return body !== null && Object.hasOwn(RAW_TYPES, body);
}

function formatSignature(routine: Routine): string {
  const parameters = routine.parameters.map(({ name, type }) => `${name} => ${type}`);
  return `${routine.schema}.${routine.name}(${parameters.join(", ")})`;
}

function createNotFound(
  cache: SchemaCache,
  { schema, name }: QualifiedName,
  args: string[],
  body: CallBodyType | null,
  overloads: Routine[],
) {
  const title = `${schema}.${name}`;
  if (isRaw(body)) {
    const type = RAW_TYPES[body].join("/");
    return routineNotFound(
      `Could not find the function ${title} in the schema cache`,
      `Searched for the function ${title} with a single unnamed ${type} parameter, but no matches were found in the schema cache.`,
      null,
    );
  }
  const sorted = [...args].sort();
  const plural = sorted.length > 1 ? "parameters" : "parameter";
  const searched = sorted.length === 0 ? "without parameters" : `with ${plural} ${sorted.join(", ")}`;
  const orBody = body !== "application/json" ? "" : " or with a single unnamed json/jsonb parameter";
  return routineNotFound(
    `Could not find the function ${title}${sorted.length === 0 ? " without parameters" : `(${sorted.join(", ")})`} in the schema cache`,
    `Searched for the function ${title} ${searched}${orBody}, but no matches were found in the schema cache.`,
    createHint(cache, { schema, name }, sorted, overloads),
  );
}

function createHint(
  cache: SchemaCache,
  { schema, name }: QualifiedName,
  args: string[],
  overloads: Routine[],
): string | null {
  if (overloads.length > 0) {
    const lists = overloads.map(({ parameters }) =>
      formatList(parameters.map((parameter) => parameter.name)),
    );
    const near = findClosestName(formatList(args), lists, 0.33);
    return near && `Perhaps you meant to call the function ${schema}.${name}${near}`;
  }
  const names = [...cache.routines.values()].flatMap(([routine]) =>
    routine?.schema === schema ? [routine.name] : [],
  );
  const near = findClosestName(name, names, 0.75);
  return near && `Perhaps you meant to call the function ${schema}.${near}`;
}

function formatList(names: string[]): string {
  return `(${[...names].sort().join(", ")})`;
}
