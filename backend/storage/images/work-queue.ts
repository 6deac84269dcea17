/** Limits concurrent work and the queue for it: rendering images competes with pages for the processor. */
import { slowDown } from "#backend/storage/errors.ts";

export class WorkQueue {
  readonly #concurrency: number;
  readonly #maxQueued: number;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(concurrency: number, maxQueued: number) {
    this.#concurrency = concurrency;
    this.#maxQueued = maxQueued;
  }

  /** Throws SlowDown when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#concurrency) {
      this.#running++;
    } else {
      if (this.#queue.length >= this.#maxQueued) throw slowDown();
      // A finished run passes its slot on to the next one.
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
