/**
 * The requests from a screen to the backend: they are recorded, and a test may respond to, fail or hold them.
 */

type Responder = (request: Request, forward: () => Promise<Response>) => Response | Promise<Response>;

interface Rule {
  matches(request: Request): boolean;
  respond: Responder;
}

export class Network {
  /** Every request so far, the oldest first; the bodies can be read. */
  readonly requests: Request[] = [];
  isPageOpen = false;
  readonly #rules: Rule[] = [];
  readonly #pending = new Set<Promise<Response>>();
  readonly #held = new Set<() => void>();
  readonly #backend: (request: Request) => Promise<Response>;

  constructor(backend: (request: Request) => Promise<Response>) {
    this.#backend = backend;
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    // A request of a page that was left never gets a response.
    if (!this.isPageOpen) return new Promise(() => {});
    // A URL without an origin is relative to the page.
    const url = typeof input === "string" ? new URL(input, window.location.href) : input;
    const request = new Request(url instanceof URL ? url.href : url, init);
    this.requests.push(request.clone());
    const forward = () => this.#backend(request);
    const rule = this.#rules.findLast(({ matches }) => matches(request));
    const response = Promise.resolve(rule ? rule.respond(request, forward) : forward());
    this.#pending.add(response);
    try {
      return await Promise.race([response, rejectOnAbort(request.signal)]);
    } finally {
      this.#pending.delete(response);
    }
  };

  /**
   * Responds to requests of this URL, and of this method if one is given, until the returned function is
   * called.
   */
  respond(url: RegExp, respond: Responder, method?: string): () => void {
    const matches = (request: Request) => url.test(request.url) && (!method || method === request.method);
    const rule = { matches, respond };
    this.#rules.push(rule);
    return () => {
      const index = this.#rules.indexOf(rule);
      if (index >= 0) this.#rules.splice(index, 1);
    };
  }

  /** Responds with an error of PostgREST. */
  fail(url: RegExp, { method, message = "panne", status = 500, after }: Failure = {}): () => void {
    const body = { code: "XX000", message, details: null, hint: null };
    const respond = async () => {
      await after;
      return Response.json(body, { status });
    };
    return this.respond(url, respond, method);
  }

  /** Fails these requests with a network error. */
  disconnect(url: RegExp, method?: string): () => void {
    return this.respond(url, () => Promise.reject(new TypeError("Failed to fetch")), method);
  }

  /** Holds requests until the returned function is called, which lets them and all later ones pass. */
  hold(url: RegExp, method?: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const remove = this.respond(url, (_request, forward) => promise.then(forward), method);
    const release = () => {
      this.#held.delete(release);
      remove();
      resolve();
    };
    this.#held.add(release);
    return release;
  }

  /** The requests to a URL so far. */
  listRequests(url: RegExp, method?: string): Request[] {
    return this.requests.filter((request) => url.test(request.url) && (!method || method === request.method));
  }

  /** Resolves when no request is pending, held ones included. */
  async settle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }

  /** Resets everything once the pending requests have settled. */
  async close(): Promise<void> {
    this.isPageOpen = false;
    this.#rules.length = 0;
    // A test that failed has not released its held requests.
    for (const release of this.#held) release();
    await this.settle();
    this.requests.length = 0;
  }
}

/** Rejects as `fetch` does when the request is aborted. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

interface Failure {
  method?: string;
  message?: string;
  status?: number;
  /** The response is sent once this is resolved. */
  after?: Promise<void>;
}
