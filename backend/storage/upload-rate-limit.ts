/** The rate limit of anonymous uploads, checked before any policy. */
import type { Caller } from "./caller.ts";
import type { StorageContext, StorageDeps } from "./endpoint.ts";
import { slowDown } from "./errors.ts";

/**
 * Throws SlowDown after too many anonymous uploads from one address: they belong to no account, or to one of those
 * that cost nothing.
 */
export function limitAnonymousUploads(
  { limits }: StorageDeps,
  c: StorageContext,
  { role, claims }: Caller,
): void {
  if (role !== "anon" && claims.is_anonymous !== true) return;
  const waitSeconds = limits.take("anonymous_upload", c.env.ip);
  if (waitSeconds > 0) throw slowDown(waitSeconds);
}
