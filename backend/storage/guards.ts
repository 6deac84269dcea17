/** What an upload must pass before any policy is asked. */
import type { Caller } from "./caller.ts";
import type { StorageContext, StorageDeps } from "./endpoint.ts";
import { slowDown } from "./errors.ts";

/** Throws SlowDown for visitors of whose address too many uploads came: nobody can be held to account for them. */
export function limitVisitors({ addresses }: StorageDeps, c: StorageContext, { role }: Caller): void {
  if (role !== "anon") return;
  const waitSeconds = addresses.spend("visitorUpload", c.env.ip);
  if (waitSeconds > 0) throw slowDown(waitSeconds);
}
