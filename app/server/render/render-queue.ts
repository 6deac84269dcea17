/**
 * Bounds how many pages are rendered at a time, so that orders and sign-ins keep the processor and the database's
 * connections. Pages that a visitor waits for come first, in their order; the visitors of one network may have a part
 * of them only, and less while others wait, so that nobody waits behind a flood from there. Pages that somebody may
 * ask for are refreshed one at a time, while nobody waits.
 */

export interface RenderQueueOptions {
  /** How many pages are rendered at a time for visitors. */
  concurrency: number;
  /** How many further pages visitors may wait for. */
  maxWaiting: number;
  /** How long a visitor waits for a page, including its rendering. */
  timeoutMs: number;
  /** The part of the two that the visitors of one network may use. Read for each page, as it may change. */
  readonly perNetwork: { readonly concurrency: number; readonly maxWaiting: number };
}

/** The pages of one network. */
interface NetworkUse {
  running: number;
  waiting: number;
}

interface Refresh {
  priority: number;
  render(): Promise<unknown>;
}

/** More pages than the cache holds; the pages beyond are rendered when somebody asks for them. */
const MAX_REFRESHES = 2_000;

/** The page cannot be rendered now: there are too many before it, or it takes too long. */
export class OverloadError extends Error {
  override name = "OverloadError";
  /** Whether it is the visitor's network that has too many. */
  readonly isOfNetwork: boolean;

  constructor(message: string, isOfNetwork = false) {
    super(message);
    this.isOfNetwork = isOfNetwork;
  }
}

export class RenderQueue {
  readonly #options: RenderQueueOptions;
  /** The starts of the waiting pages, in their order, with the networks of their visitors. */
  readonly #waiting = new Map<() => void, string>();
  readonly #networks = new Map<string, NetworkUse>();
  readonly #refreshes = new Map<string, Refresh>();
  #running = 0;
  #isRefreshing = false;

  constructor(options: RenderQueueOptions) {
    this.#options = options;
  }

  /**
   * Renders for a visitor of this network. Rejects with an OverloadError when the page is not there in time; a
   * rendering that has started is not stopped.
   */
  run<T>(network: string, render: () => Promise<T>): Promise<T> {
    const { concurrency, maxWaiting, timeoutMs, perNetwork } = this.#options;
    const { running, waiting } = this.#getUse(network);
    const isFull = this.#running >= concurrency && this.#waiting.size >= maxWaiting;
    const isNetworkFull = running >= perNetwork.concurrency && waiting >= perNetwork.maxWaiting;
    if (isFull || isNetworkFull) {
      return Promise.reject(new OverloadError("Too many pages are waiting to be rendered", isNetworkFull));
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const start = () => {
      this.#running += 1;
      this.#change(network, { running: 1, waiting: -1 });
      render()
        .finally(() => {
          this.#running -= 1;
          this.#change(network, { running: -1, waiting: 0 });
          clearTimeout(timeout);
          this.#next();
        })
        .then(resolve, reject);
    };
    const timeout = setTimeout(() => {
      if (this.#waiting.delete(start)) this.#change(network, { running: 0, waiting: -1 });
      reject(new OverloadError("A page was not rendered in time"));
    }, timeoutMs);
    this.#waiting.set(start, network);
    this.#change(network, { running: 0, waiting: 1 });
    this.#next();
    return promise;
  }

  /**
   * Refreshes the page of a key when nobody waits for a page, those of the highest priority first; once for calls that
   * come before it starts. Does nothing when too many refreshes wait.
   */
  refresh(key: string, priority: number, render: () => Promise<unknown>): void {
    if (this.#refreshes.size >= MAX_REFRESHES && !this.#refreshes.has(key)) return;
    this.#refreshes.set(key, { priority, render });
    this.#next();
  }

  #getUse(network: string): NetworkUse {
    return this.#networks.get(network) ?? { running: 0, waiting: 0 };
  }

  /** Adds to the pages of a network. */
  #change(network: string, { running, waiting }: NetworkUse): void {
    const use = this.#getUse(network);
    const changed = { running: use.running + running, waiting: use.waiting + waiting };
    if (changed.running === 0 && changed.waiting === 0) this.#networks.delete(network);
    else this.#networks.set(network, changed);
  }

  #next(): void {
    for (let start = this.#findNext(); start; start = this.#findNext()) {
      this.#waiting.delete(start);
      start();
    }
    if (this.#running > 0 || this.#isRefreshing) return;
    const [key, refresh] = this.#findNextRefresh() ?? [];
    if (key === undefined || !refresh) return;
    this.#refreshes.delete(key);
    this.#isRefreshing = true;
    refresh
      .render()
      .catch(() => {})
      .finally(() => {
        this.#isRefreshing = false;
        this.#next();
      });
  }

  /**
   * Of the waiting pages that may start, one of the network that has the fewest running; of equal ones the first that
   * came. A flood of one network gets its whole part only while nobody else waits.
   */
  #findNext(): (() => void) | null {
    const { concurrency, perNetwork } = this.#options;
    if (this.#running >= concurrency) return null;
    let next: (() => void) | null = null;
    let fewest = perNetwork.concurrency;
    for (const [start, network] of this.#waiting) {
      const { running } = this.#getUse(network);
      if (running >= fewest) continue;
      next = start;
      fewest = running;
      if (running === 0) break;
    }
    return next;
  }

  /** Of the refreshes of equal priority, the one that has waited longest. */
  #findNextRefresh(): [key: string, refresh: Refresh] | undefined {
    let next: [string, Refresh] | undefined;
    for (const entry of this.#refreshes) if (!next || entry[1].priority > next[1].priority) next = entry;
    return next;
  }
}
