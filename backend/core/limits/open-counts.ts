/** Counts what each client has open at once, for the limits by address and network that have no period. */
import { getClientKeys, getLimitKey, type Limits } from "./limits.ts";
import type { LimitName } from "./process-limits.ts";

export class OpenCounts {
  readonly #limits: Limits;
  readonly #name: LimitName;
  /** By scope and key. */
  readonly #open = new Map<string, number>();

  constructor(limits: Limits, name: LimitName) {
    this.#limits = limits;
    this.#name = name;
  }

  /** Counts one more, or `cost` more. Returns the function to call at its end; null when that is more than the client may. */
  take(ip: string, cost = 1): (() => void) | null {
    const clients = getClientKeys(ip).map(([scope, key]) => ({ scope, id: `${scope} ${key}` }));
    for (const { scope, id } of clients) {
      const maximum = this.#limits.getMaximum(this.#name, scope);
      if (maximum === null || this.#get(id) + cost <= maximum) continue;
      this.#limits.countRefusal(getLimitKey({ name: this.#name, audience: "everyone", scope }));
      return null;
    }
    for (const { id } of clients) this.#open.set(id, this.#get(id) + cost);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      for (const { id } of clients) {
        if (this.#get(id) > cost) this.#open.set(id, this.#get(id) - cost);
        else this.#open.delete(id);
      }
    };
  }

  #get(id: string): number {
    return this.#open.get(id) ?? 0;
  }
}
