/** Visitors who read a stored page and a list, again and again, while something breaks. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Shop } from "./drill-shop.ts";
import { expectSame, toSeconds } from "./report.ts";

const READ_INTERVAL_MS = 100;
const HANG_MS = 10_000;

interface Read {
  what: "page" | "list";
  /** 0 when there was no answer in time. */
  status: number;
  retryAfter: string | null;
  /** The beginning of an answer that is no page and no list. */
  text: string;
  seconds: string;
}

/** Resolves when the page has been rendered once, and is stored. */
export async function startVisitors({ url, anonKey }: Pick<Shop, "url" | "anonKey">) {
  const headers = { apikey: anonKey };
  const reads: Read[] = [];
  let longest = 0;
  const read = async (what: Read["what"], path: string) => {
    const start = performance.now();
    const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(HANG_MS) })
      .then(async (response) => {
        const text = await response.text();
        return {
          status: response.status,
          retryAfter: response.headers.get("retry-after"),
          text: response.ok ? "" : text.slice(0, 200),
        };
      })
      .catch((error: unknown) => ({ status: 0, retryAfter: null, text: String(error) }));
    const milliseconds = performance.now() - start;
    reads.push({ what, ...answer, seconds: toSeconds(milliseconds) });
    longest = Math.max(longest, milliseconds);
  };
  await read("page", "/");
  const stopping = new AbortController();
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all([read("page", "/"), read("list", "/rest/v1/brands?select=id,name")]);
      await sleep(READ_INTERVAL_MS);
    }
  })();
  return {
    /** Throws unless every page was answered, and every list too or refused with a time to come back. */
    stop: async (print: (line: string) => void) => {
      stopping.abort();
      await reading;
      const failed = reads.filter(({ status }) => status !== 200);
      print(
        `reads: ${reads.length}, ${failed.length} answered otherwise than with 200, the slowest after ${toSeconds(longest)}`,
      );
      expectSame(
        "stored pages that were not answered",
        failed.filter(({ what }) => what === "page"),
        [],
      );
      expectSame("reads that failed without a time to come back", listUntold(failed), []);
    },
  };
}

/**
 * The failed answers that do not say when to come back. With a code of PostgREST's some of them have the status 500: what
 * Postgres cancelled.
 */
export function listUntold<T extends { status: number; retryAfter: string | null }>(
  answers: readonly T[],
): T[] {
  return answers.filter(({ status, retryAfter }) => status < 500 || retryAfter === null);
}
