/**
 * Converts a value in Postgres's text format to JSON as its own `to_jsonb` does: numbers and booleans as
 * such, JSON unchanged, times in ISO 8601, arrays as lists, everything else as text.
 */

/** The name of a type in the catalogue; an array's begins with `_`. */
export type TypeName = string;

const NUMBER_TYPES = new Set(["int2", "int4", "int8", "float4", "float8", "numeric", "oid"]);
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** JSON text. */
export function toJson(value: string | null, type: TypeName): string {
  if (value === null) return "null";
  if (type.startsWith("_")) return arrayToJson(value, type.slice(1)) ?? JSON.stringify(value);
  if (NUMBER_TYPES.has(type)) return JSON_NUMBER.test(value) ? value : JSON.stringify(value);
  switch (type) {
    case "bool":
      return value === "t" ? "true" : "false";
    case "json":
    case "jsonb":
      return value;
    case "timestamp":
      return JSON.stringify(value.replace(" ", "T"));
    case "timestamptz":
      // The offset has its minutes, as in to_jsonb.
      return JSON.stringify(value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
    default:
      return JSON.stringify(value);
  }
}

/** `{a,"b c",NULL,{…}}` as a list; null for the rare form with bounds in front, `[0:1]={…}`. */
function arrayToJson(text: string, type: TypeName): string | null {
  if (!text.startsWith("{")) return null;
  let position = 0;

  function list(): string {
    const items: string[] = [];
    position++;
    while (text[position] !== "}") {
      if (text[position] === ",") position++;
      else if (text[position] === "{") items.push(list());
      else items.push(text[position] === '"' ? toJson(quoted(), type) : bare());
    }
    position++;
    return `[${items.join(",")}]`;
  }

  function quoted(): string {
    let value = "";
    for (position++; text[position] !== '"'; position++) {
      if (text[position] === "\\") position++;
      value += text[position] ?? "";
    }
    position++;
    return value;
  }

  function bare(): string {
    const start = position;
    while (text[position] !== "," && text[position] !== "}") position++;
    const value = text.slice(start, position);
    return toJson(value === "NULL" ? null : value, type);
  }

  return list();
}
