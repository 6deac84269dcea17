/** Which media type an answer has: the first accepted one that this resource can be given as. */
import { type QualifiedName, quoteQualified } from "../../core/sql-text.ts";
import { type AcceptedType, acceptedTypes, JSON_TYPE } from "../api-request/media-type.ts";
import { mediaTypeUnavailable } from "../errors.ts";
import type { MediaHandler, MediaHandlers } from "../schema-cache/media-handlers.ts";

/** How the rows become a body. */
export type BodyType =
  | { kind: "json" }
  | { kind: "object"; stripNulls: boolean }
  | { kind: "array-stripped" }
  | { kind: "csv" }
  | { kind: "geojson" }
  | { kind: "custom"; handler: MediaHandler };

/** `explain` instead of rows: how the database would make that body. */
export type MediaType =
  | BodyType
  | { kind: "explain"; of: BodyType; format: "json" | "text"; options: string[] };

export interface Negotiation {
  handlers: MediaHandlers;
  /** Whether plans may be shown. */
  explain: boolean;
  /** The relation or routine that answers. */
  target: QualifiedName;
  /** Whether all columns are wanted and nothing else, as handlers of rows and routines need it. */
  selectsAll: boolean;
}

const EXPLAIN = /^application\/vnd\.pgrst\.plan(?:\+(text|json))?$/;
const OPTIONS = ["analyze", "verbose", "settings", "buffers", "wal"];
const JSON_BODY: BodyType = { kind: "json" };

/** Throws PGRST107. */
export function negotiate(accepted: AcceptedType[], negotiation: Negotiation): MediaType {
  for (const candidate of accepted) {
    const served = serve(candidate, negotiation);
    if (served !== null) return served;
  }
  throw mediaTypeUnavailable(accepted.map(wanted));
}

/** As PostgREST names it, a plan with all that it should be. */
function wanted({ type, parameters }: AcceptedType): string {
  const [explained, format = "text"] = EXPLAIN.exec(type) ?? [];
  if (explained === undefined) return type;
  const options = optionsOf(parameters);
  const suffix = options.length === 0 ? "" : `; options=${options.join("|")}`;
  return `application/vnd.pgrst.plan+${format}; for="${parameters.get("for") ?? JSON_TYPE}"${suffix}`;
}

function optionsOf(parameters: AcceptedType["parameters"]): string[] {
  const asked = parameters.get("options")?.split("|") ?? [];
  return OPTIONS.filter((option) => asked.includes(option));
}

function serve(accepted: AcceptedType, negotiation: Negotiation): MediaType | null {
  const [explained, format] = EXPLAIN.exec(accepted.type) ?? [];
  if (explained === undefined) return bodyType(accepted, negotiation);
  if (!negotiation.explain) return null;
  const [wanted] = acceptedTypes(accepted.parameters.get("for") ?? JSON_TYPE);
  const of = wanted ? bodyType(wanted, negotiation) : null;
  return (
    of && {
      kind: "explain",
      of,
      format: format === "json" ? "json" : "text",
      options: optionsOf(accepted.parameters),
    }
  );
}

function bodyType({ type, parameters }: AcceptedType, negotiation: Negotiation): BodyType | null {
  const stripNulls = parameters.get("nulls") === "stripped";
  switch (type) {
    case "application/vnd.pgrst.object+json":
    case "application/vnd.pgrst.object":
      return { kind: "object", stripNulls };
    case "application/vnd.pgrst.array+json":
    case "application/vnd.pgrst.array":
      return stripNulls ? { kind: "array-stripped" } : bodyOf(JSON_TYPE, negotiation);
    default:
      return bodyOf(type, negotiation);
  }
}

/** What the database has of its own stands before what every resource can be given as. */
function bodyOf(type: string, { handlers, target, selectsAll }: Negotiation): BodyType | null {
  const own = selectsAll ? handlers.get(quoteQualified(target)) : undefined;
  const handler = own?.get("*/*") ?? own?.get(type) ?? handlers.get("*")?.get(type);
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

/** The Content-Type of an answer of this kind. */
export function contentTypeOf(type: MediaType): string {
  const name = nameOf(type);
  const isText = type.kind !== "custom" || TEXTUAL.has(name);
  return isText ? `${name}; charset=utf-8` : name;
}

/** Those of the database's own types of which it is certain that they are text. */
const TEXTUAL = new Set([
  JSON_TYPE,
  "application/openapi+json",
  "application/geo+json",
  "text/csv",
  "text/plain",
  "text/xml",
]);

function nameOf(type: MediaType): string {
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
      return `application/vnd.pgrst.plan+${type.format}; for="${nameOf(type.of)}"${options}`;
    }
    default:
      return type satisfies never;
  }
}
