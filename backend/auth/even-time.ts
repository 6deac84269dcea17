/** Answers that take as long whether an account exists or not. */
import { setTimeout as sleep } from "node:timers/promises";

/** Longer than the work for an account that exists, in the ordinary course of things. */
const FLOOR_MS = 100;

/** The outcome of the work, failures too, no earlier than after a fixed time. */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), sleep(FLOOR_MS)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
