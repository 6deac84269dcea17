/**
 * A rendering that all who ask for a page share. The visitors of each network have a place of their own in the render
 * queue, and the place that is reached first renders for all: nobody waits behind the flood of another network that
 * has asked for the same page before.
 */
import type { RenderQueue } from "./render-queue.ts";

export class SharedRendering<Page> {
  readonly #queue: RenderQueue;
  readonly #render: () => Promise<Page>;
  readonly #onEnd: () => void;
  readonly #page = Promise.withResolvers<Page>();
  /** The places in the queue, by network. */
  readonly #places = new Map<string, Promise<Page>>();
  #isStarted = false;
  #isAbandoned = false;

  /** `onEnd` is called once: when the rendering ends, or when it was not started and nobody waits for it any more. */
  constructor(queue: RenderQueue, render: () => Promise<Page>, onEnd: () => void) {
    this.#queue = queue;
    this.#render = render;
    this.#onEnd = onEnd;
    // Each who waits receives the error.
    this.#page.promise.catch(() => {});
  }

  /** Renders now, unless it is rendering already. */
  start(): Promise<Page> {
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.#render().finally(this.#onEnd).then(this.#page.resolve, this.#page.reject);
    }
    return this.#page.promise;
  }

  /** The page for a visitor of this network. Rejects as `RenderQueue.run` does. */
  async wait(network: string): Promise<Page> {
    const page = this.#page.promise;
    const place = this.#places.get(network) ?? this.#takePlace(network);
    if (place === null) return page;
    try {
      return await Promise.race([place, page]);
    } catch (error) {
      if (this.#isStarted) throw error;
      // The places of other networks are left, if there are any.
      if (this.#places.get(network) === place) this.#places.delete(network);
      if (this.#places.size === 0) this.#abandon(error);
      return page;
    }
  }

  /** Null when it is rendering already. */
  #takePlace(network: string): Promise<Page> | null {
    if (this.#isStarted) return null;
    const place = this.#queue.run(network, () => this.start());
    this.#places.set(network, place);
    return place;
  }

  #abandon(error: unknown): void {
    if (this.#isAbandoned) return;
    this.#isAbandoned = true;
    this.#page.reject(error);
    this.#onEnd();
  }
}
