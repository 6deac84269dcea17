/** Negotiates the media type of a response: the first accepted one that this resource offers. */
import { type QualifiedName, quoteQualified } from "#backend/core/database/sql-text.ts";
import { type AcceptedType, JSON_TYPE, parseAccept } from "#backend/rest/api-request/accept.ts";
import { mediaTypeUnavailable } from "#backend/rest/errors.ts";
import type { MediaHandler, MediaHandlers } from "#backend/rest/schema-cache/media-handlers.ts";

/** How the rows become a body. */
export type BodyType =
  | { kind: "json" }
  | { kind: "object"; stripNulls: boolean }
  | { kind: "array-stripped" }
  | { kind: "csv" }
  | { kind: "geojson" }
  | { kind: "custom"; handler: MediaHandler };

/** `explain` returns the execution plan of that body instead. */
export type MediaType =
  | BodyType
  | { kind: "explain"; of: BodyType; format: "json" | "text"; options: string[] };

export interface Negotiation {
  handlers: MediaHandlers;
  /** Whether execution plans are enabled. */
  explain: boolean;
  /** The requested relation or routine. */
  target: QualifiedName;
  /** Whether exactly all columns are selected, as media handlers of rows and routines require. */
  selectsAll: boolean;
}

const EXPLAIN = /^application\/vnd\.pgrst\.plan(?:\+(text|json))?$/;
const OPTIONS = ["analyze", "verbose", "settings", "buffers", "wal"];
const JSON_BODY: BodyType = { kind: "json" };

/** Throws PGRST107. */
export function negotiateMediaType(accepted: AcceptedType[], negotiation: Negotiation): MediaType {
  for (const candidate of accepted) {
    const mediaType = resolveMediaType(candidate, negotiation);
    if (mediaType !== null) return mediaType;
  }
  throw mediaTypeUnavailable(accepted.map(formatAccepted));
}

/** The type as PostgREST formats it in error messages, a plan with its options. */
function formatAccepted({ type, parameters }: AcceptedType): string {
  const [explained, format = "text"] = EXPLAIN.exec(type) ?? [];
  if (explained === undefined) return type;
  const options = parseExplainOptions(parameters);
  const suffix = options.length === 0 ? "" : `; options=${options.join("|")}`;
  return `application/vnd.pgrst.plan+${format}; for="${parameters.get("for") ?? JSON_TYPE}"${suffix}`;
}

function parseExplainOptions(parameters: AcceptedType["parameters"]): string[] {
  const requested = parameters.get("options")?.split("|") ?? [];
  return OPTIONS.filter((option) => requested.includes(option));
}

function resolveMediaType(accepted: AcceptedType, negotiation: Negotiation): MediaType | null {
  const [explained, format] = EXPLAIN.exec(accepted.type) ?? [];
  if (explained === undefined) return resolveBodyType(accepted, negotiation);
  if (!negotiation.explain) return null;
  const [explainedType] = parseAccept(accepted.parameters.get("for") ?? JSON_TYPE);
  const of = explainedType ? resolveBodyType(explainedType, negotiation) : null;
  return (
    of && {
      kind: "explain",
      of,
      format: format === "json" ? "json" : "text",
      options: parseExplainOptions(accepted.parameters),
    }
  );
}

function resolveBodyType({ type, parameters }: AcceptedType, negotiation: Negotiation): BodyType | null {
  const stripNulls = parameters.get("nulls") === "stripped";
  switch (type) {
    case "application/vnd.pgrst.object+json":
    case "application/vnd.pgrst.object":
      return { kind: "object", stripNulls };
    case "application/vnd.pgrst.array+json":
    case "application/vnd.pgrst.array":
      return stripNulls ? { kind: "array-stripped" } : resolveRowsBody(JSON_TYPE, negotiation);
    default:
      return resolveRowsBody(type, negotiation);
  }
}

/** Media handlers of the database take precedence over the built-in types. */
function resolveRowsBody(type: string, { handlers, target, selectsAll }: Negotiation): BodyType | null {
  const specific = selectsAll ? handlers.get(quoteQualified(target)) : undefined;
  const handler = specific?.get("*/*") ?? specific?.get(type) ?? handlers.get("*")?.get(type);
  if (handler !== undefined) return { kind: "custom", handler };
  switch (type) {
    case "*/*":
    case "application/*":
    case JSON_TYPE:
      return JSON_BODY;
    case "text/csv":
      return { kind: "csv" };
    case "application/geo+json":
      return { kind: "geojson" };
    default:
      return null;
  }
}

/** The Content-Type of a response of this type. */
export function formatContentType(type: MediaType): string {
  const name = getMediaTypeName(type);
  const isText = type.kind !== "custom" || TEXTUAL.has(name);
  return isText ? `${name}; charset=utf-8` : name;
}

/** Media types of the database's own handlers that are known to be text. */
const TEXTUAL = new Set([
  JSON_TYPE,
  "application/openapi+json",
  "application/geo+json",
  "text/csv",
  "text/plain",
  "text/xml",
]);

function getMediaTypeName(type: MediaType): string {
  switch (type.kind) {
    case "json":
      return JSON_TYPE;
    case "object":
      return `application/vnd.pgrst.object+json${type.stripNulls ? ";nulls=stripped" : ""}`;
    case "array-stripped":
      return "application/vnd.pgrst.array+json;nulls=stripped";
    case "csv":
      return "text/csv";
    case "geojson":
      return "application/geo+json";
    case "custom":
      return type.handler.type;
    case "explain": {
      const options = type.options.length === 0 ? "" : `; options=${type.options.join("|")}`;
      return `application/vnd.pgrst.plan+${type.format}; for="${getMediaTypeName(type.of)}"${options}`;
    }
    default:
      return type satisfies never;
  }
}
