/** Lets few pieces of work run at once and a bounded number wait: pictures take the processor away from pages. */
import { slowDown } from "../errors.ts";

export class Queue {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  /** Throws SlowDown when too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) {
      this.#running++;
    } else {
      if (this.#waiting.length >= this.#maxWaiting) throw slowDown();
      // Whoever ends hands its place on.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
