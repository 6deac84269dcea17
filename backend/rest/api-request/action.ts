/** Determines the action of a request from its method, path and profile headers. */
import type { QualifiedName } from "#backend/core/database/sql-text.ts";
import { methodUnsupported, pathInvalid, rpcMethodInvalid, schemaNotExposed } from "#backend/rest/errors.ts";

export type Action =
  | { kind: "read"; relation: QualifiedName; headersOnly: boolean }
  | { kind: "insert"; relation: QualifiedName }
  | { kind: "update"; relation: QualifiedName }
  | { kind: "upsert-one"; relation: QualifiedName }
  | { kind: "delete"; relation: QualifiedName }
  | { kind: "call"; routine: QualifiedName; method: "GET" | "HEAD" | "POST" }
  | { kind: "inspect"; schema: string; headersOnly: boolean }
  | { kind: "root-info" }
  | { kind: "relation-info"; relation: QualifiedName }
  | { kind: "routine-info"; routine: QualifiedName };

export interface Schema {
  name: string;
  /** Whether the response names it in Content-Profile. */
  negotiated: boolean;
}

/**
 * The schema of the request. `profile` is Accept-Profile for reads and Content-Profile for writes. Throws
 * PGRST106.
 */
export function chooseSchema(profile: string | null, exposed: string[]): Schema {
  if (profile === null) return { name: exposed[0] ?? "public", negotiated: exposed.length > 1 };
  if (!exposed.includes(profile)) throw schemaNotExposed(profile, exposed);
  return { name: profile, negotiated: true };
}

/** Reads name their schema in another header than writes. */
export function isReadMethod(method: string): boolean {
  return method !== "POST" && method !== "PATCH" && method !== "PUT" && method !== "DELETE";
}

/**
 * `path` is the part after the service's prefix, without a leading slash. `rootSpec` is the function that
 * handles requests at the root, if there is one. Throws PGRST101, 117 and 125.
 */
export function parseAction(method: string, path: string, schema: string, rootSpec: string | null): Action {
  const segments = path.split("/").map(decodeSegment);
  const [first = "", second] = segments;
  if (segments.length === 1) {
    if (first === "") return rootAction(method, schema, rootSpec);
    return relationAction(method, { schema, name: first });
  }
  if (segments.length === 2 && first === "rpc" && second)
    return routineAction(method, { schema, name: second });
  throw pathInvalid();
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw pathInvalid();
  }
}

function rootAction(method: string, schema: string, rootSpec: string | null): Action {
  switch (method) {
    case "GET":
    case "HEAD":
      if (rootSpec === null) return { kind: "inspect", schema, headersOnly: method === "HEAD" };
      return { kind: "call", routine: { schema, name: rootSpec }, method };
    case "OPTIONS":
      return { kind: "root-info" };
    default:
      throw methodUnsupported(method);
  }
}

function relationAction(method: string, relation: QualifiedName): Action {
  switch (method) {
    case "GET":
      return { kind: "read", relation, headersOnly: false };
    case "HEAD":
      return { kind: "read", relation, headersOnly: true };
    case "POST":
      return { kind: "insert", relation };
    case "PATCH":
      return { kind: "update", relation };
    case "PUT":
      return { kind: "upsert-one", relation };
    case "DELETE":
      return { kind: "delete", relation };
    case "OPTIONS":
      return { kind: "relation-info", relation };
    default:
      throw methodUnsupported(method);
  }
}

function routineAction(method: string, routine: QualifiedName): Action {
  switch (method) {
    case "GET":
    case "HEAD":
    case "POST":
      return { kind: "call", routine, method };
    case "OPTIONS":
      return { kind: "routine-info", routine };
    default:
      throw rpcMethodInvalid(method);
  }
}
