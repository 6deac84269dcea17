/** Responses that take equally long whether an account exists or not. */
import { setTimeout as sleep } from "node:timers/promises";
import type { AuthDeps } from "./endpoint.ts";

/** Settles as `work` does, failures included, but no earlier than the configured minimum time. */
export async function runInConstantTime<T>(
  { settings }: Pick<AuthDeps, "settings">,
  work: () => Promise<T>,
): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), sleep(settings.constantTimeMs)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
