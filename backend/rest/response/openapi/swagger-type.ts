/** Maps Postgres types to Swagger 2. */

interface SwaggerType {
  /** Absent when any value is valid. */
  type?: string;
  format: string;
  items?: { type?: string };
}

const TYPES: Record<string, string> = {
  boolean: "boolean",
  smallint: "integer",
  integer: "integer",
  bigint: "integer",
  numeric: "number",
  real: "number",
  "double precision": "number",
};
const FORMATS: Record<string, string> = { smallint: "int32", integer: "int32", bigint: "int64" };

/** JSON may be of any type: it has only a format. */
export function toSwaggerType(type: string): SwaggerType {
  const format = FORMATS[type] ?? type;
  if (type.endsWith("[]")) {
    const element = getTypeName(type.slice(0, -2));
    return { type: "array", format, items: element === undefined ? {} : { type: element } };
  }
  const name = getTypeName(type);
  return name === undefined ? { format } : { type: name, format };
}

function getTypeName(type: string): string | undefined {
  return type === "json" || type === "jsonb" ? undefined : (TYPES[type] ?? "string");
}

/** A constant default as a JSON value; undefined for an expression. */
export function toSwaggerDefault(type: string, expression: string | null): unknown {
  if (expression === null) return undefined;
  const constant = expression.endsWith(`::${type}`) ? expression.slice(0, -type.length - 2) : expression;
  if (toSwaggerType(type).type === "string") return constant.replace(/^'(.*)'$/, "$1");
  try {
    return JSON.parse(constant);
  } catch {
    return undefined;
  }
}
