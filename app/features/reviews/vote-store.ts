/**
 * The votes «Utile» of this browser: its device id, and the reviews it voted for. A cached page does not
 * contain a new vote yet, so the count that the voter saw is stored with it. Without storage the votes are
 * held in memory for as long as the page lives, and the database still accepts one vote for each device.
 */
import { isUuid } from "#app/lib/is-uuid.ts";
import { randomId } from "#app/lib/random-id.ts";

const DEVICE_KEY = "device-id";
const VOTES_KEY = "review-votes";

/** A limit on the stored votes; the oldest is dropped first. */
const MAX_VOTES = 200;

type VoteStorage = Pick<Storage, "getItem" | "setItem">;

export interface VoteStore {
  /** The device id for anonymous votes. */
  deviceId(): string;
  /** The count including this browser's vote; null when it has not voted for the review. */
  countWithVote(reviewId: string): number | null;
  record(reviewId: string, count: number): void;
}

export function createVoteStore(storage: () => VoteStorage): VoteStore {
  const fallback = new Map<string, string>();

  function read(key: string): string | null {
    try {
      return storage().getItem(key) ?? fallback.get(key) ?? null;
    } catch {
      return fallback.get(key) ?? null;
    }
  }

  function write(key: string, text: string): void {
    fallback.set(key, text);
    try {
      storage().setItem(key, text);
    } catch (error) {
      console.error("reviews: the vote could not be remembered", error);
    }
  }

  function readVotes(): [reviewId: string, count: number][] {
    try {
      const votes: unknown = JSON.parse(read(VOTES_KEY) ?? "[]");
      return Array.isArray(votes) ? votes.filter(isVote) : [];
    } catch {
      return [];
    }
  }

  return {
    deviceId() {
      const stored = read(DEVICE_KEY);
      if (stored && isUuid(stored)) return stored;
      const id = randomId();
      write(DEVICE_KEY, id);
      return id;
    },
    countWithVote: (reviewId) => readVotes().find(([id]) => id === reviewId)?.[1] ?? null,
    record(reviewId, count) {
      const others = readVotes().filter(([id]) => id !== reviewId);
      write(VOTES_KEY, JSON.stringify([...others, [reviewId, count]].slice(-MAX_VOTES)));
    },
  };
}

function isVote(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === "string" && Number.isSafeInteger(value[1]);
}
