/**
 * Reads and validates a request's JSON body. Error messages repeat no value, because a body holds passwords.
 */
import { z } from "zod";
import { readBodyBytes } from "#backend/core/http/http.ts";
import type { Json, JsonObject } from "#backend/core/values/json.ts";
import { AuthError, validationFailed } from "./errors.ts";

/** Tens of times what a client sends: the metadata of an account are its longest part. */
const MAX_BODY_BYTES = 64 * 1024;
/**
 * The maximum JSON depth: deeper than any profile, and far below what overflows a stack here or in Postgres.
 */
const MAX_DEPTH = 32;
/** User metadata is part of every access token, and servers reject headers of more than 16 kB. */
export const MAX_METADATA_BYTES = 6 * 1024;

/** Optional text. Null counts as absent, as in the official server. */
export const text = z
  .string()
  .refine(isStorableText, "contains characters that cannot be stored")
  .nullish()
  .transform((value) => value ?? undefined);

/** Optional user metadata. */
export const metadata = z
  .record(z.string(), z.unknown())
  .refine((value): value is JsonObject => isStorableJson(value, MAX_DEPTH), {
    error: "cannot be stored",
    abort: true, // a value that is too deep to store is not measured
  })
  .refine((value) => getMetadataSize(value) <= MAX_METADATA_BYTES, "is too large")
  .nullish()
  .transform((value) => value ?? undefined);

export function getMetadataSize(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Throws bad_json, validation_failed or request_entity_too_large. Fields outside the schema are ignored. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  return parseBody(await readText(request), schema);
}

/** As `readBody`, for endpoints that need no body: without one, or with an empty one, all fields are missing. */
export async function readOptionalBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  return parseBody((await readText(request)) || "{}", schema);
}

function parseBody<T>(source: string, schema: z.ZodType<T>): T {
  let body: unknown;
  try {
    body = JSON.parse(source);
  } catch {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
  }
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join(".") || "body";
  if (issue?.code === "custom") throw validationFailed(`${field} ${issue.message}`);
  throw new AuthError(400, "bad_json", `Could not parse request body as JSON: ${field}: ${issue?.message}`);
}

/** Throws request_entity_too_large. */
export async function readText(request: Request): Promise<string> {
  const bytes = await readBodyBytes(request, MAX_BODY_BYTES);
  if (bytes === null) throw bodyTooLarge();
  return bytes.toString("utf8");
}

function bodyTooLarge(): AuthError {
  return new AuthError(
    413,
    "request_entity_too_large",
    `Request body too large (max ${MAX_BODY_BYTES} bytes)`,
  );
}

/** Whether Postgres can store the value: it stores neither NUL nor a lone surrogate. */
function isStorableText(value: string): boolean {
  return value.isWellFormed() && !value.includes("\0");
}

function isStorableJson(value: unknown, depth: number): value is Json {
  if (depth === 0) return false;
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorableJson(item, depth - 1));
}
