/**
 * Queues work that competes with pages for the processor, such as rendering images. Networks take turns, so that
 * one that asks for much delays only itself; work that nobody waits for any more is dropped.
 */
import { aborted, slowDown } from "#backend/storage/errors.ts";

interface QueueLimits {
  concurrency: number;
  /** How many may wait for their turn, in all and of one network. */
  maxQueued: number;
  maxQueuedOfNetwork: number;
}

export interface QueuedWork<T> {
  /** Rejects as the work does, and with Aborted when it was dropped. */
  result: Promise<T>;
  /** Lets the work begin at this network's turn too. */
  join(network: string): void;
  /** Drops the work if it has not begun; returns whether it was dropped. */
  drop(): boolean;
}

interface Entry {
  networks: Set<string>;
  start(): void;
}

export class WorkQueue {
  readonly #limits: QueueLimits;
  /** The waiting entries of each network; the networks in the order of their turns. */
  readonly #turns = new Map<string, Entry[]>();
  #queued = 0;
  #running = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Throws SlowDown when too much is waiting. */
  add<T>(network: string, work: () => Promise<T>): QueuedWork<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const entry: Entry = {
      networks: new Set(),
      start: () => {
        this.#running++;
        work()
          .then(resolve, reject)
          .finally(() => {
            this.#running--;
            this.#startNext();
          });
      },
    };
    if (this.#running < this.#limits.concurrency) entry.start();
    else if (this.#queued < this.#limits.maxQueued && this.#join(entry, network)) this.#queued++;
    else throw slowDown();
    return {
      result: promise,
      join: (other) => {
        if (entry.networks.size > 0) this.#join(entry, other);
      },
      drop: () => {
        if (entry.networks.size === 0) return false;
        this.#remove(entry);
        reject(aborted());
        return true;
      },
    };
  }

  /** Returns whether the network may wait for one more. */
  #join(entry: Entry, network: string): boolean {
    if (entry.networks.has(network)) return true;
    const entries = this.#turns.get(network) ?? [];
    if (entries.length >= this.#limits.maxQueuedOfNetwork) return false;
    this.#turns.set(network, [...entries, entry]);
    entry.networks.add(network);
    return true;
  }

  #startNext(): void {
    const [turn] = this.#turns;
    if (!turn) return;
    const [network, [entry]] = turn;
    // Its next turn comes after those of all others.
    this.#turns.delete(network);
    this.#turns.set(network, turn[1]);
    if (!entry) return;
    this.#remove(entry);
    entry.start();
  }

  #remove(entry: Entry): void {
    this.#queued--;
    for (const network of entry.networks) {
      const others = (this.#turns.get(network) ?? []).filter((other) => other !== entry);
      if (others.length > 0) this.#turns.set(network, others);
      else this.#turns.delete(network);
    }
    entry.networks.clear();
  }
}
