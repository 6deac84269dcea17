/**
 * The order in which password hashes are computed. A hash keeps a processor busy for a twentieth of a second, so a
 * flood of sign-ins is a queue. A password is a first one where its network has no other in the queue when it begins,
 * and had few lately, as it is with people: first ones go before all others, and begin beside one that is in progress.
 * Others begin only while there is room beside the first ones, so that a flood has one processor and not two. They are
 * shared fairly: the network that has used the least lately is next. A network may have about a second of work waiting,
 * and what waited too long is not computed any more. When all is full, the network with the most work waiting loses its
 * newest, and nobody else is refused for it.
 */
import { AuthError } from "#backend/auth/errors.ts";
import { RecentUse } from "./recent-use.ts";

export interface PasswordQueueOptions {
  /** How many first tasks run at once, and below how many in all others begin. */
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
  start: (isFirst: boolean) => void;
  reject: (error: AuthError) => void;
}

const RETRY_SECONDS = 2;
/** In the place of a network, for the process's own work. */
const OWN = "";
/** So many passwords of a network lately are few. */
const FEW = 10;

export class PasswordQueue {
  readonly #options: PasswordQueueOptions;
  readonly #now: () => number;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #use: RecentUse;
  /** How many tasks of each network wait and run. */
  readonly #open = new Map<string, number>();
  #running = 0;
  #firstRunning = 0;
  #waitingCount = 0;

  constructor(options: PasswordQueueOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#use = new RecentUse(this.#now);
  }

  /**
   * Runs a task in its network's turn, and tells it whether it is a first one. Rejects with an AuthError: 429 when the
   * network has too much waiting, 503 when everybody has.
   * @param network null for the process's own work, which is bounded only with all others
   */
  async run<T>(network: string | null, task: (isFirst: boolean) => Promise<T>): Promise<T> {
    const key = network ?? OWN;
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    try {
      let isFirst = this.#isFirst(key);
      if (this.#mayBegin(isFirst)) this.#countRunning(isFirst, 1);
      else isFirst = await this.#wait(key);
      this.#use.count(key);
      try {
        return await task(isFirst);
      } finally {
        this.#countRunning(isFirst, -1);
        this.#startNext();
      }
    } finally {
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    }
  }

  /** Whether a task of the network that is about to begin, or to wait, is a first one. */
  #isFirst(key: string): boolean {
    return key !== OWN && this.#open.get(key) === 1 && this.#use.get(key) < FEW;
  }

  #mayBegin(isFirst: boolean): boolean {
    return (isFirst ? this.#firstRunning : this.#running) < this.#options.concurrency;
  }

  #countRunning(isFirst: boolean, change: 1 | -1): void {
    this.#running += change;
    if (isFirst) this.#firstRunning += change;
  }

  /** Resolves when the task may begin, with whether it is a first one. */
  #wait(key: string): Promise<boolean> {
    const isOwn = key === OWN;
    const line = this.#waiting.get(key) ?? [];
    const { maxPerNetwork, maxWaiting } = this.#options;
    if (!isOwn && line.length >= maxPerNetwork) throw tooManyOfNetwork();
    if (this.#waitingCount >= maxWaiting && !this.#dropOfLongest(line.length)) {
      throw isOwn || line.length === 0 ? tooManyInAll() : tooManyOfNetwork();
    }
    return new Promise((resolve, reject) => {
      const since = isOwn ? Number.POSITIVE_INFINITY : this.#now();
      line.push({ since, start: resolve, reject });
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
    const [next] = [...this.#waiting.keys()]
      .map((key) => ({ key, isFirst: this.#isFirst(key), use: this.#use.get(key) }))
      .sort((one, other) => Number(other.isFirst) - Number(one.isFirst) || one.use - other.use);
    if (!next || !this.#mayBegin(next.isFirst)) return;
    this.#countRunning(next.isFirst, 1);
    this.#take(next.key, this.#waiting.get(next.key) ?? [], "oldest")?.start(next.isFirst);
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
