/** Media types of bodies: which are understood, and what a client prefers. */

export type MediaType =
  | { kind: "json" }
  | { kind: "object"; stripNulls: boolean }
  | { kind: "array-stripped" }
  | { kind: "csv" };

const JSON_TYPE: MediaType = { kind: "json" };

/** The served types of an Accept header with their q, best first; the second part is for the error. */
export function acceptedTypes(header: string | null): { served: MediaType | null; accepted: string[] } {
  if (header === null || header === "" || header === "*/*" || header === "application/json") {
    return { served: JSON_TYPE, accepted: [] };
  }
  const accepted = header
    .split(",")
    .map((part) => readPart(part))
    .filter((part) => part.q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { type, parameters } of accepted) {
    const served = serve(type, parameters);
    if (served !== null) return { served, accepted: [] };
  }
  return { served: null, accepted: accepted.map(({ type }) => type) };
}

interface Part {
  type: string;
  parameters: string[];
  q: number;
}

function readPart(part: string): Part {
  const [type = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith("q="));
  return { type, parameters, q: q === undefined ? 1 : Number(q.slice(2)) || 0 };
}

function serve(type: string, parameters: string[]): MediaType | null {
  switch (type) {
    case "*/*":
    case "application/*":
    case "application/json":
    case "application/vnd.pgrst.array":
      return JSON_TYPE;
    case "application/vnd.pgrst.array+json":
      return parameters.includes("nulls=stripped") ? { kind: "array-stripped" } : JSON_TYPE;
    case "application/vnd.pgrst.object+json":
    case "application/vnd.pgrst.object":
      return { kind: "object", stripNulls: parameters.includes("nulls=stripped") };
    case "text/csv":
      return { kind: "csv" };
    default:
      return null;
  }
}

/** The Content-Type of an answer of this kind. */
export function contentTypeOf(type: MediaType): string {
  switch (type.kind) {
    case "json":
      return "application/json; charset=utf-8";
    case "object":
      return type.stripNulls
        ? "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8"
        : "application/vnd.pgrst.object+json; charset=utf-8";
    case "array-stripped":
      return "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8";
    case "csv":
      return "text/csv; charset=utf-8";
    default:
      return type satisfies never;
  }
}
