/**
 * The order in which password hashes are computed. A hash keeps a processor busy for a twentieth of a second, so a
 * flood of sign-ins is a queue. It is shared fairly: the network that has used the least lately is next, so that a
 * customer waits for the hash in progress and not for a flood from other networks. A network may have about a
 * second of work waiting, and what waited too long is not computed any more. When all is full, the network with the
 * most work waiting loses its newest, and nobody else is refused for it.
 */
import { AuthError } from "#backend/auth/errors.ts";
import { RecentUse } from "./recent-use.ts";

export interface PasswordQueueOptions {
  /** How many tasks run at once. */
  concurrency: number;
  /** How many tasks may wait: of one network, and in all. */
  maxPerNetwork: number;
  maxWaiting: number;
  /** How long a task may wait before it is refused, in milliseconds. */
  maxWaitMs: number;
  /** Milliseconds on a clock that only advances. */
  now?: () => number;
}

interface Waiting {
  /** When it began to wait. */
  since: number;
  start: () => void;
  reject: (error: AuthError) => void;
}

const RETRY_SECONDS = 2;

export class PasswordQueue {
  readonly #options: PasswordQueueOptions;
  readonly #now: () => number;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #use: RecentUse;
  #running = 0;
  #waitingCount = 0;

  constructor(options: PasswordQueueOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#use = new RecentUse(this.#now);
  }

  /**
   * Runs a task in its network's turn. Rejects with an AuthError: 429 when the network has too much waiting, 503 when
   * everybody has.
   * @param network null for the process's own work, which is bounded only with all others
   */
  async run<T>(network: string | null, task: () => Promise<T>): Promise<T> {
    const key = network ?? "";
    if (this.#running >= this.#options.concurrency) await this.#wait(key, network === null);
    else this.#running += 1;
    this.#use.count(key);
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }

  #wait(key: string, isOwn: boolean): Promise<void> {
    const line = this.#waiting.get(key) ?? [];
    const { maxPerNetwork, maxWaiting } = this.#options;
    if (!isOwn && line.length >= maxPerNetwork) throw tooManyOfNetwork();
    if (this.#waitingCount >= maxWaiting && !this.#dropOfLongest(line.length)) {
      throw isOwn || line.length === 0 ? tooManyInAll() : tooManyOfNetwork();
    }
    return new Promise((resolve, reject) => {
      line.push({ since: isOwn ? Number.POSITIVE_INFINITY : this.#now(), start: resolve, reject });
      this.#waiting.set(key, line);
      this.#waitingCount += 1;
    });
  }

  /** Refuses the newest task of the network with the most waiting, if it has more than the newcomer would have. */
  #dropOfLongest(ownLength: number): boolean {
    const [key, line] = [...this.#waiting].reduce((longest, one) =>
      one[1].length > longest[1].length ? one : longest,
    );
    if (line.length <= ownLength + 1) return false;
    this.#take(key, line, "newest")?.reject(tooManyOfNetwork());
    return true;
  }

  #take(key: string, line: Waiting[], which: "oldest" | "newest"): Waiting | undefined {
    const task = which === "oldest" ? line.shift() : line.pop();
    if (line.length === 0) this.#waiting.delete(key);
    this.#waitingCount -= 1;
    return task;
  }

  #refuseExpired(): void {
    const oldest = this.#now() - this.#options.maxWaitMs;
    for (const [key, line] of [...this.#waiting]) {
      while ((line[0]?.since ?? oldest) < oldest) this.#take(key, line, "oldest")?.reject(tooManyOfNetwork());
    }
  }

  #startNext(): void {
    this.#refuseExpired();
    let next: string | undefined;
    for (const key of this.#waiting.keys()) {
      if (next === undefined || this.#use.get(key) < this.#use.get(next)) next = key;
    }
    if (next === undefined) return;
    this.#running += 1;
    this.#take(next, this.#waiting.get(next) ?? [], "oldest")?.start();
  }
}

function tooManyOfNetwork(): AuthError {
  const message = "Too many sign-ins at once from this network, try again shortly";
  return new AuthError(429, "over_request_rate_limit", message, { retryAfterSeconds: RETRY_SECONDS });
}

function tooManyInAll(): AuthError {
  const message = "Too many sign-ins at once, try again shortly";
  return new AuthError(503, "over_request_rate_limit", message, { retryAfterSeconds: RETRY_SECONDS });
}
