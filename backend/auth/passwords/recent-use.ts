/** What each network has asked for lately. */
import { LRUCache } from "lru-cache";

/** What a network has used counts half each time this passes. */
const HALF_LIFE_MS = 15_000;
const MAX_NETWORKS = 10_000;

export class RecentUse {
  readonly #now: () => number;
  readonly #uses = new LRUCache<string, { tasks: number; at: number }>({ max: MAX_NETWORKS });

  /** @param now milliseconds on a clock that only advances */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get(network: string): number {
    const use = this.#uses.get(network);
    return use ? use.tasks * 0.5 ** ((this.#now() - use.at) / HALF_LIFE_MS) : 0;
  }

  count(network: string): void {
    this.#uses.set(network, { tasks: this.get(network) + 1, at: this.#now() });
  }
}
