/**
 * Lets each network have so many tasks under way, and its others wait in their order: a flood of one network waits for
 * itself, while the tasks of others begin at once. How many wait is bounded by the connections of the network.
 */
import { getClientNetwork } from "#backend/core/client-network.ts";

export class NetworkTurns {
  readonly #getMaximum: () => number | null;
  /** By network: how many are under way, and those that wait. */
  readonly #networks = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(getMaximum: () => number | null) {
    this.#getMaximum = getMaximum;
  }

  /** The task must not wait for the client, who would keep the turn from others of the network. */
  async run<T>(ip: string, task: () => Promise<T>): Promise<T> {
    const network = getClientNetwork(ip);
    const state = this.#networks.get(network) ?? { running: 0, waiting: [] };
    this.#networks.set(network, state);
    if (state.running < this.#maximum) state.running += 1;
    // The one that ends passes its turn on.
    else await new Promise<void>((resolve) => state.waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = state.running > this.#maximum ? undefined : state.waiting.shift();
      if (next) next();
      else state.running -= 1;
      if (state.running === 0) this.#networks.delete(network);
    }
  }

  /** One at least: a shop that allows none would answer nobody. */
  get #maximum(): number {
    return Math.max(1, this.#getMaximum() ?? Number.POSITIVE_INFINITY);
  }
}
