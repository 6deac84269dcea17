/**
 * What the device keeps of a courier beside the queue: whose pages it shows, and their runs. Another account that signs in
 * takes their place: the names and addresses in them are nobody else's.
 */
import { type CourierRun, parseRuns } from "./courier-run.ts";
import { parseJson } from "./outcome-queue.ts";

const ACCOUNT_KEY = "courier:account";
const RUNS_KEY = "courier:runs";

/** The account whose runs are on this device, also when its session is over; null for none. */
export const readCourierAccount = (storage: Storage): string | null => storage.getItem(ACCOUNT_KEY);

export function readRuns(storage: Storage): CourierRun[] {
  return parseRuns(parseJson(storage.getItem(RUNS_KEY)));
}

export function storeCourierAccount(storage: Storage, accountId: string): void {
  if (storage.getItem(ACCOUNT_KEY) !== accountId) forgetCourier(storage);
  storage.setItem(ACCOUNT_KEY, accountId);
}

/** `runs` is what the database returned. */
export function storeRuns(storage: Storage, runs: unknown): void {
  storage.setItem(RUNS_KEY, JSON.stringify(runs));
}

/** What is waiting to be sent stays. */
export function forgetCourier(storage: Storage): void {
  storage.removeItem(ACCOUNT_KEY);
  storage.removeItem(RUNS_KEY);
}
