/** Which overload of a function a call means, by the names of its arguments. */
import { type QualifiedName, quoteQualified } from "../../core/sql-text.ts";
import { routineAmbiguous, routineNotFound } from "../errors.ts";
import type { Routine, SchemaCache } from "../schema-cache/schema-cache.ts";
import { closest } from "./closest.ts";

/** Bodies that hold no names: only a function with one unnamed argument takes them. */
type RawType = "text/plain" | "text/xml" | "application/octet-stream";

/** The body of a POST; null for a call by its address. */
export type BodyType = RawType | "application/json" | "text/csv" | "application/x-www-form-urlencoded";

const RAW_TYPES: Record<RawType, string[]> = {
  "text/plain": ["text"],
  "text/xml": ["xml"],
  "application/octet-stream": ["bytea"],
};

/** Throws PGRST202 when none fits and PGRST203 when several do. */
export function findRoutine(
  cache: SchemaCache,
  name: QualifiedName,
  args: string[],
  body: BodyType | null,
): Routine {
  const overloads = cache.routines.get(quoteQualified(name)) ?? [];
  const named = overloads.filter((routine) => takesNamed(routine, args, body));
  const found = named.length > 0 ? named : overloads.filter((routine) => takesBody(routine, body));
  const [first, second] = found;
  if (first === undefined) throw notFound(cache, name, args, body, overloads);
  if (second !== undefined) throw routineAmbiguous(found.map(signature));
  return first;
}

function takesNamed({ parameters }: Routine, args: string[], body: BodyType | null): boolean {
  if (parameters.length === 0) return args.length === 0 && !isRaw(body);
  return (
    args.every((arg) => parameters.some((parameter) => parameter.name === arg)) &&
    parameters.every((parameter) => !parameter.required || args.includes(parameter.name))
  );
}

function takesBody({ parameters: [first, second] }: Routine, body: BodyType | null): boolean {
  if (first === undefined || second !== undefined || first.name !== "") return false;
  if (body === "application/json") return first.type === "json" || first.type === "jsonb";
  return isRaw(body) && RAW_TYPES[body].includes(first.type);
}

function isRaw(body: BodyType | null): body is RawType {
  return body !== null && Object.hasOwn(RAW_TYPES, body);
}

function signature(routine: Routine): string {
  const parameters = routine.parameters.map(({ name, type }) => `${name} => ${type}`);
  return `${routine.schema}.${routine.name}(${parameters.join(", ")})`;
}

function notFound(
  cache: SchemaCache,
  { schema, name }: QualifiedName,
  args: string[],
  body: BodyType | null,
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
    hintFor(cache, { schema, name }, sorted, overloads),
  );
}

function hintFor(
  cache: SchemaCache,
  { schema, name }: QualifiedName,
  args: string[],
  overloads: Routine[],
): string | null {
  if (overloads.length > 0) {
    const lists = overloads.map(({ parameters }) => listOf(parameters.map((parameter) => parameter.name)));
    const near = closest(listOf(args), lists, 0.33);
    return near && `Perhaps you meant to call the function ${schema}.${name}${near}`;
  }
  const names = [...cache.routines.values()].flatMap(([routine]) =>
    routine?.schema === schema ? [routine.name] : [],
  );
  const near = closest(name, names, 0.75);
  return near && `Perhaps you meant to call the function ${schema}.${near}`;
}

function listOf(names: string[]): string {
  return `(${[...names].sort().join(", ")})`;
}
