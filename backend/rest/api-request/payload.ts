/**
 * The request's body as JSON text for the database, and separately the names of its columns or arguments:
 * plans depend on the names alone. Postgres parses the values, so that no JavaScript number loses precision.
 */
import { parseJson } from "#backend/core/values/parse-json.ts";
import { bodyInvalid } from "#backend/rest/errors.ts";
import { csvToJson } from "./csv.ts";

/**
 * The media type that the JSON came from. Only a JSON body may be the single unnamed argument of a function.
 */
type JsonSource = "application/json" | "text/csv" | "application/x-www-form-urlencoded";

export type Payload =
  /** JSON whose objects all have `keys`. */
  | { kind: "json"; keys: string[]; isArray: boolean; mediaType: JsonSource }
  /** A form for a function: arguments as in a query string. */
  | { kind: "form"; args: [name: string, value: string][] }
  /** The unchanged body, for a function with one unnamed argument. */
  | { kind: "raw"; mediaType: "text/plain" | "text/xml" | "application/octet-stream" };

export interface ParsedBody {
  payload: Payload;
  /** The text for the database. The values of a form are in the payload. */
  text: string;
}

const EMPTY_ARRAY: ParsedBody = {
  payload: { kind: "json", keys: [], isArray: true, mediaType: "application/json" },
  text: "[]",
};

/** `columns` is the `columns` parameter, which replaces the keys. Throws PGRST102. */
export function parsePayload(
  body: string,
  contentType: string | null,
  columns: string[] | null,
  isCall: boolean,
): ParsedBody {
  const mediaType = (contentType ?? "application/json").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  switch (mediaType) {
    case "":
    case "application/json":
    case "application/vnd.pgrst.object+json":
    case "application/vnd.pgrst.array+json":
      return jsonPayload(body, columns, isCall);
    case "text/csv": {
      const csv = csvToJson(body);
      if (csv === null) throw bodyInvalid("All lines must have same number of fields");
      if (csv.json === "[]" && columns === null) return EMPTY_ARRAY;
      const keys = [...new Set(columns ?? csv.keys)];
      return { payload: { kind: "json", keys, isArray: true, mediaType }, text: csv.json };
    }
    case "application/x-www-form-urlencoded": {
      const args = [...new URLSearchParams(body)];
      if (isCall) return { payload: { kind: "form", args }, text: "" };
      const values = Object.fromEntries(args);
      return withKeys(JSON.stringify(values), values, columns, mediaType);
    }
    case "text/plain":
    case "text/xml":
    case "application/octet-stream":
      if (isCall) return { payload: { kind: "raw", mediaType }, text: body };
  }
  throw bodyInvalid(`Content-Type not acceptable: ${mediaType}`);
}

function jsonPayload(body: string, columns: string[] | null, isCall: boolean): ParsedBody {
  if (body === "" && isCall) return jsonPayload("{}", null, true);
  const value = parseJson(body);
  if (value === undefined) throw bodyInvalid("Empty or invalid json");
  return withKeys(body, value, columns, "application/json");
}

function withKeys(text: string, value: unknown, columns: string[] | null, mediaType: JsonSource): ParsedBody {
  const isArray = Array.isArray(value);
  const body = (keys: string[]): ParsedBody => ({
    payload: { kind: "json", keys, isArray, mediaType },
    text,
  });
  if (columns !== null) return body([...new Set(columns)]);
  if (!isArray) return isObject(value) ? body(Object.keys(value)) : EMPTY_ARRAY;
  const [first] = value;
  if (first === undefined) return EMPTY_ARRAY;
  if (!isObject(first)) throw bodyInvalid("All object keys must match");
  const keys = Object.keys(first);
  for (const element of value) {
    if (!isObject(element) || !hasSameKeys(element, keys)) throw bodyInvalid("All object keys must match");
  }
  return body(keys);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasSameKeys(element: object, keys: string[]): boolean {
  return Object.keys(element).length === keys.length && keys.every((key) => Object.hasOwn(element, key));
}
