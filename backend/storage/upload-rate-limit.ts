/** The rate limit of anonymous uploads, checked before any policy. */
import type { Caller } from "./caller.ts";
import type { StorageContext, StorageDeps } from "./endpoint.ts";
import { slowDown } from "./errors.ts";

/** Throws SlowDown after too many anonymous uploads from one address: they belong to no account. */
export function limitAnonymousUploads({ limits }: StorageDeps, c: StorageContext, { role }: Caller): void {
  if (role !== "anon") return;
  const waitSeconds = limits.take("anonymous_upload", c.env.ip);
  if (waitSeconds > 0) throw slowDown(waitSeconds);
}
