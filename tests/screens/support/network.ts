/** The way from a screen to the backend: what was asked is written down, and a test may answer, fail or hold it. */

type Answer = (request: Request, forward: () => Promise<Response>) => Response | Promise<Response>;

interface Rule {
  matches(request: Request): boolean;
  answer: Answer;
}

export class Network {
  /** Every request so far, the oldest first; the bodies can be read. */
  readonly requests: Request[] = [];
  /** Whether a page is open. */
  isOpen = false;
  readonly #rules: Rule[] = [];
  readonly #pending = new Set<Promise<Response>>();
  readonly #held = new Set<() => void>();
  readonly #backend: (request: Request) => Promise<Response>;

  constructor(backend: (request: Request) => Promise<Response>) {
    this.#backend = backend;
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    // What a page that was left still asks leads nowhere.
    if (!this.isOpen) return new Promise(() => {});
    // Addresses without an origin are the page's own.
    const whole = typeof input === "string" ? new URL(input, window.location.href) : input;
    const request = new Request(whole instanceof URL ? whole.href : whole, init);
    this.requests.push(request.clone());
    const forward = () => this.#backend(request);
    const rule = this.#rules.findLast(({ matches }) => matches(request));
    const answered = Promise.resolve(rule ? rule.answer(request, forward) : forward());
    this.#pending.add(answered);
    try {
      return await Promise.race([answered, aborted(request.signal)]);
    } finally {
      this.#pending.delete(answered);
    }
  };

  /** Answers requests of this address, and of this method if one is named, until the returned function is called. */
  answer(address: RegExp, answer: Answer, method?: string): () => void {
    const matches = ({ url, method: used }: Request) => address.test(url) && (!method || method === used);
    const rule = { matches, answer };
    this.#rules.push(rule);
    return () => {
      const index = this.#rules.indexOf(rule);
      if (index >= 0) this.#rules.splice(index, 1);
    };
  }

  /** A failure of the server, in the words of its REST interface. */
  fail(address: RegExp, { method, message = "panne", status = 500 }: Failure = {}): () => void {
    const body = { code: "XX000", message, details: null, hint: null };
    return this.answer(address, () => Response.json(body, { status }), method);
  }

  /** The network is gone for these requests. */
  cut(address: RegExp, method?: string): () => void {
    return this.answer(address, () => Promise.reject(new TypeError("Failed to fetch")), method);
  }

  /** Holds requests until the returned function is called, which lets them and all later ones pass. */
  hold(address: RegExp, method?: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const remove = this.answer(address, (_request, forward) => promise.then(forward), method);
    const release = () => {
      this.#held.delete(release);
      remove();
      resolve();
    };
    this.#held.add(release);
    return release;
  }

  /** The requests of an address so far. */
  asked(address: RegExp, method?: string): Request[] {
    return this.requests.filter(({ url, method: used }) => address.test(url) && (!method || method === used));
  }

  /** Forgets everything, once what is on its way has arrived. */
  async close(): Promise<void> {
    this.isOpen = false;
    this.#rules.length = 0;
    // A test that failed has not let through what it held.
    for (const release of this.#held) release();
    await Promise.allSettled(this.#pending);
    this.requests.length = 0;
  }
}

/** Rejects as `fetch` does when whoever asked gives up. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

interface Failure {
  method?: string;
  message?: string;
  status?: number;
}
