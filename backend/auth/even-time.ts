/** Answers that take as long whether an account exists or not. */
import { setTimeout as sleep } from "node:timers/promises";
import type { AuthDeps } from "./endpoint.ts";

/** The outcome of the work, failures too, no earlier than after the time that the settings name. */
export async function inEvenTime<T>(
  { settings }: Pick<AuthDeps, "settings">,
  work: () => Promise<T>,
): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), sleep(settings.evenTimeMs)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
