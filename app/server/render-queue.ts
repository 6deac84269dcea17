/**
 * Bounds how many pages are rendered at a time, so that orders and sign-ins keep the processor and the database's
 * connections. Pages that a visitor waits for come first, in their order. Stale pages that were answered already are
 * refreshed one at a time, while nobody waits.
 */

export interface RenderQueueOptions {
  /** How many pages are rendered at a time for visitors. */
  concurrency: number;
  /** How many further pages visitors may wait for. */
  maxWaiting: number;
  /** How long a visitor waits for a page, including its rendering. */
  timeoutMs: number;
}

/** The page cannot be rendered now: there are too many before it, or it takes too long. */
export class OverloadError extends Error {
  override name = "OverloadError";
}

export class RenderQueue {
  readonly #options: RenderQueueOptions;
  readonly #waiting = new Set<() => void>();
  readonly #refreshes = new Map<string, () => Promise<unknown>>();
  #running = 0;
  #isRefreshing = false;

  constructor(options: RenderQueueOptions) {
    this.#options = options;
  }

  /**
   * Renders for a visitor. Rejects with an OverloadError when the page is not there in time; a rendering that has
   * started is not stopped.
   */
  run<T>(render: () => Promise<T>): Promise<T> {
    const { concurrency, maxWaiting, timeoutMs } = this.#options;
    if (this.#running >= concurrency && this.#waiting.size >= maxWaiting) {
      return Promise.reject(new OverloadError("Too many pages are waiting to be rendered"));
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const start = () => {
      this.#running += 1;
      render()
        .finally(() => {
          this.#running -= 1;
          clearTimeout(timeout);
          this.#next();
        })
        .then(resolve, reject);
    };
    const timeout = setTimeout(() => {
      this.#waiting.delete(start);
      reject(new OverloadError("A page was not rendered in time"));
    }, timeoutMs);
    this.#waiting.add(start);
    this.#next();
    return promise;
  }

  /** Refreshes the page of a key when nobody waits for a page; once for calls that come before it starts. */
  refresh(key: string, render: () => Promise<unknown>): void {
    this.#refreshes.set(key, render);
    this.#next();
  }

  #next(): void {
    for (const start of this.#waiting) {
      if (this.#running >= this.#options.concurrency) return;
      this.#waiting.delete(start);
      start();
    }
    const [refresh] = this.#refreshes;
    if (!refresh || this.#running > 0 || this.#isRefreshing) return;
    const [key, render] = refresh;
    this.#refreshes.delete(key);
    this.#isRefreshing = true;
    render()
      .catch(() => {})
      .finally(() => {
        this.#isRefreshing = false;
        this.#next();
      });
  }
}
