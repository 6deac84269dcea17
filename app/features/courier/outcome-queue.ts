/**
 * What a courier told of the stops, kept on the device until the database has answered. It belongs to one account: another
 * one that signs in on the same device neither sees nor sends it. Everything is in local storage, so that it survives a
 * reload and a restart; an outcome has its id from the beginning, so that sending it again counts once.
 */
import { getFailureStatus, NO_RESPONSE } from "#app/lib/supabase/failure-message.ts";
import { OUTCOME_KINDS, type OutcomeKind, readText, toList } from "./courier-run.ts";

export interface OutcomeData {
  /** In francs. */
  cash?: number;
  mobile_money?: number;
  /** Of the mobile money. */
  reference?: string;
  /** The refused pieces. */
  lines?: { position: number; quantity: number }[];
  reason?: string;
  /** The new day. */
  day?: string;
  /** The code that the customer said. */
  code?: string;
}

export interface Outcome {
  id: string;
  /** An order that was postponed may be in two runs. */
  runId: string;
  orderId: string;
  /** The order's number. */
  number: string;
  kind: OutcomeKind;
  /** When it was told. */
  at: string;
  data: OutcomeData;
}

/**
 * `waiting` to be sent; `sent`; `conflict`: recorded, but somebody at the desk has to look at it; `rejected`: the shop
 * has not recorded it, and only this device knows it.
 */
const STATES = ["waiting", "sent", "conflict", "rejected"] as const;

export interface QueuedOutcome extends Outcome {
  state: (typeof STATES)[number];
  /** Why it is a conflict, or was rejected. */
  message: string;
  /** It may have arrived, though no answer did: it cannot be taken back any more. */
  isTried: boolean;
}

export interface OutcomeQueue {
  /** In the order in which they were told. */
  list(): QueuedOutcome[];
  /** `photo` is base64. Throws when the device has no room for it: then nothing is stored. */
  add(outcome: Outcome, photo: string | null): void;
  update(id: string, change: Partial<Pick<QueuedOutcome, "state" | "message" | "isTried">>): void;
  remove(id: string): void;
  readPhoto(id: string): string | null;
}

const PREFIX = "courier:outcome:";
const PHOTO_PREFIX = "courier:photo:";

export function createOutcomeQueue(storage: Storage, accountId: string): OutcomeQueue {
  const prefix = `${PREFIX}${accountId}:`;
  const photoPrefix = `${PHOTO_PREFIX}${accountId}:`;

  function read(id: string): QueuedOutcome | null {
    return parseOutcome(storage.getItem(prefix + id));
  }

  const queue: OutcomeQueue = {
    list: () =>
      listIds(storage, prefix)
        .flatMap((id) => read(id) ?? [])
        .toSorted((one, other) => one.at.localeCompare(other.at)),
    add(outcome, photo) {
      const queued: QueuedOutcome = { ...outcome, state: "waiting", message: "", isTried: false };
      try {
        if (photo !== null) storage.setItem(photoPrefix + outcome.id, photo);
        storage.setItem(prefix + outcome.id, JSON.stringify(queued));
      } catch (error) {
        queue.remove(outcome.id);
        throw error;
      }
    },
    update(id, change) {
      const queued = read(id);
      if (!queued) return;
      storage.setItem(prefix + id, JSON.stringify({ ...queued, ...change }));
      if (change.state && change.state !== "waiting") storage.removeItem(photoPrefix + id);
    },
    remove(id) {
      storage.removeItem(prefix + id);
      storage.removeItem(photoPrefix + id);
    },
    readPhoto: (id) => storage.getItem(photoPrefix + id),
  };
  return queue;
}

/** How many outcomes of other accounts wait on this device. */
export function countOthersWaiting(storage: Storage, accountId: string | null): number {
  return listIds(storage, PREFIX)
    .filter((key) => accountId === null || !key.startsWith(`${accountId}:`))
    .filter((key) => parseOutcome(storage.getItem(PREFIX + key))?.state === "waiting").length;
}

function listIds(storage: Storage, prefix: string): string[] {
  return Object.keys(storage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

/** Null for what this module has not written. */
function parseOutcome(text: string | null): QueuedOutcome | null {
  const [fields] = toList([parseJson(text)]);
  const kind = OUTCOME_KINDS.find((known) => known === fields?.kind);
  const state = STATES.find((known) => known === fields?.state);
  if (!fields || !kind || !state) return null;
  return {
    id: readText(fields, "id"),
    runId: readText(fields, "runId"),
    orderId: readText(fields, "orderId"),
    number: readText(fields, "number"),
    kind,
    at: readText(fields, "at"),
    data: typeof fields.data === "object" && fields.data !== null ? { ...fields.data } : {},
    state,
    message: readText(fields, "message"),
    isTried: fields.isTried === true,
  };
}

export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The database does not take the outcome, now or later; the message says why. */
export class RejectedOutcomeError extends Error {}

/** Nobody is signed in any more, or not with a session that may drive. */
export class SignedOutError extends Error {}

/** Sends to the shop. Both throw these errors; any other error says nothing about what was sent. */
export interface OutcomeTransport {
  sendPhoto(outcome: Outcome, photo: string): Promise<void>;
  /** Resolves to why the recorded outcome is a conflict; null when it is none. */
  sendOutcome(outcome: Outcome): Promise<string | null>;
}

/** Why nothing can be sent or read now: `offline` without a network; `unavailable` when the shop fails or takes too long. */
export type Outage = "offline" | "unavailable";

export type SendResult = "done" | Outage | "signed-out";

export function toOutage(error: unknown): Outage {
  return getFailureStatus(error) === NO_RESPONSE ? "offline" : "unavailable";
}

/**
 * Sends what is waiting, one after the other in the order in which it was told, and ends at the first one that cannot be
 * sent now. Never rejects.
 */
export async function sendWaiting(queue: OutcomeQueue, transport: OutcomeTransport): Promise<SendResult> {
  for (const outcome of queue.list()) {
    if (outcome.state !== "waiting") continue;
    queue.update(outcome.id, { isTried: true });
    try {
      const photo = queue.readPhoto(outcome.id);
      if (photo !== null) await transport.sendPhoto(outcome, photo);
      const conflict = await transport.sendOutcome(outcome);
      queue.update(
        outcome.id,
        conflict === null ? { state: "sent" } : { state: "conflict", message: conflict },
      );
    } catch (error) {
      if (error instanceof SignedOutError) return "signed-out";
      if (!(error instanceof RejectedOutcomeError)) return toOutage(error);
      queue.update(outcome.id, { state: "rejected", message: error.message });
    }
  }
  return "done";
}
