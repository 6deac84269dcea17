/**
 * What this browser remembers of its votes «Utile»: who it is, and which reviews it found useful. A page comes from a
 * cache that does not know of the vote yet, so the count that the voter saw is kept with it. Where nothing can be
 * stored it is remembered as long as the page lives, and the database still takes one vote of each device.
 */
import { randomId } from "../../lib/random-id.ts";

const DEVICE_KEY = "device-id";
const VOTES_KEY = "review-votes";

/** More than anyone looks back at; the oldest vote is forgotten first. */
const VOTES_MAX = 200;

type VoteStorage = Pick<Storage, "getItem" | "setItem">;

export interface VoteMemory {
  /** The id under which this device votes. */
  deviceId(): string;
  /** The count with this browser's own vote in it; null when it has not voted for the review. */
  countWithVote(reviewId: string): number | null;
  remember(reviewId: string, count: number): void;
}

export function createVoteMemory(storage: () => VoteStorage): VoteMemory {
  const remembered = new Map<string, string>();

  function read(key: string): string | null {
    try {
      return storage().getItem(key) ?? remembered.get(key) ?? null;
    } catch {
      return remembered.get(key) ?? null;
    }
  }

  function write(key: string, text: string): void {
    remembered.set(key, text);
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
      const known = read(DEVICE_KEY);
      if (known && UUID.test(known)) return known;
      const made = randomId();
      write(DEVICE_KEY, made);
      return made;
    },
    countWithVote: (reviewId) => readVotes().find(([id]) => id === reviewId)?.[1] ?? null,
    remember(reviewId, count) {
      const others = readVotes().filter(([id]) => id !== reviewId);
      write(VOTES_KEY, JSON.stringify([...others, [reviewId, count]].slice(-VOTES_MAX)));
    },
  };
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function isVote(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === "string" && Number.isSafeInteger(value[1]);
}
