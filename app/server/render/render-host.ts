/**
 * The host's side of the render thread: passes it the pages to render, and answers its requests to the
 * backend. A thread that ends, or that does not answer in time, is replaced at the next page; only the pages
 * that it was rendering fail.
 */
import { AsyncResource } from "node:async_hooks";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import { type BirpcReturn, createBirpc } from "birpc";
import type { RouteSearchParams } from "#app/lib/pages/route-search-params.ts";
import { errorPage } from "#app/server/error-page.ts";
import type { PageChange } from "#app/server/page-cache.ts";
import { createPageEncoder, type PageBytes, type SiteAddresses } from "#app/server/page-encoder.ts";
import type { PageRequest } from "#app/server/page-handler.ts";
import { createIdleGc } from "./idle-gc.ts";
import type { HostFunctions, RenderThreadData, ThreadFunctions } from "./render-messages.ts";

/** Longer than the limits of the loaders' requests; rendering itself takes milliseconds. */
const RENDER_DEADLINE_MS = 30_000;
/** What postgrest-js reads of an answer: the others, among them the whole address, would only be copied. */
const ANSWERED_HEADERS = ["content-type", "content-range", "retry-after"];

export interface RenderHostOptions {
  /** The module of the thread. */
  threadPath: string;
  site: SiteAddresses;
  backend: PageBackend;
  log: HostFunctions["log"];
  deadlineMs?: number | undefined;
}

/** What pages read from. */
export interface PageBackend extends Pick<RenderThreadData, "supabase" | "publicSupabaseUrl"> {
  /** The backend's own handler, for the loaders' requests; null in front of a hosted Supabase. */
  fetch: ((request: Request) => Promise<Response>) | null;
}

interface RenderThread {
  worker: Worker;
  functions: BirpcReturn<ThreadFunctions, HostFunctions>;
  /** Resolves with what its routes read when the thread is ready. */
  started: Promise<RouteSearchParams[]>;
}

/** What is not for a page is part of the start. */
const ownContext = new AsyncResource("RenderHost");

export class RenderHost {
  readonly #options: RenderHostOptions;
  readonly #toPageBytes: (response: Response) => Promise<PageBytes>;
  /** The host's own garbage: the requests of the loaders, and the start. */
  readonly #collectGarbage = createIdleGc();
  #thread: RenderThread | null = null;
  /**
   * What each page is rendered for: the requests of its loaders are part of that, for the log and for traces. Not
   * snapshots of AsyncLocalStorage: see request-turns.ts.
   */
  readonly #pages = new Map<number, AsyncResource>();
  #lastPage = 0;
  #isClosed = false;

  constructor(options: RenderHostOptions) {
    this.#options = options;
    this.#toPageBytes = createPageEncoder(options.site);
  }

  /**
   * Starts the thread, so that the first page does not wait for it, and resolves with what its routes read. Rejects when
   * it cannot start.
   */
  async start(): Promise<RouteSearchParams[]> {
    return this.#getThread().started;
  }

  /** The error page when the thread has ended or did not answer in time. */
  async render(request: PageRequest): Promise<PageBytes> {
    try {
      return await this.#renderInTime(request);
    } catch (error) {
      // A page that is rendered while nobody waits for it may be interrupted by the end of the shop.
      if (!this.#isClosed) this.#options.log("error", `${request.path} was not rendered: ${inspect(error)}`);
      return this.#toPageBytes(errorPage());
    } finally {
      this.#collectGarbage();
    }
  }

  async #renderInTime(request: PageRequest): Promise<PageBytes> {
    const thread = this.#getThread();
    const { worker, functions } = thread;
    await thread.started;
    const timer = setTimeout(() => void worker.terminate(), this.#options.deadlineMs ?? RENDER_DEADLINE_MS);
    const page = ++this.#lastPage;
    this.#pages.set(page, new AsyncResource("Page"));
    try {
      return await functions.render(request, page);
    } finally {
      this.#pages.delete(page);
      clearTimeout(timer);
    }
  }

  /** Pages that are rendered from now on read again what the change concerns; null stands for everything. */
  forgetShared(change: PageChange | null): void {
    this.#thread?.functions.forgetShared(change && [...change.wrong, ...change.old]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.worker.terminate();
  }

  #getThread(): RenderThread {
    if (this.#isClosed) throw new Error("The shop is closing");
    this.#thread ??= this.#createThread();
    return this.#thread;
  }

  #createThread(): RenderThread {
    const { threadPath, site, backend, log } = this.#options;
    const { fetch, supabase, publicSupabaseUrl } = backend;
    const worker = new Worker(threadPath);
    const functions = createBirpc<ThreadFunctions, HostFunctions>(
      {
        log,
        fetch: async ({ page, url, ...init }) => {
          if (!fetch) throw new Error("There is no backend in this process");
          const context = (page !== null && this.#pages.get(page)) || ownContext;
          const response = await context.runInAsyncScope(fetch, null, new Request(url, init));
          const headers = ANSWERED_HEADERS.flatMap((name): [string, string][] => {
            const value = response.headers.get(name);
            return value === null ? [] : [[name, value]];
          });
          return { status: response.status, headers, body: await response.arrayBuffer() };
        },
      },
      {
        post: (message) => worker.postMessage(message),
        on: (listener) => worker.on("message", listener),
        eventNames: ["forgetShared"],
        // The deadline below begins once the thread has started.
        timeout: -1,
      },
    );
    const started = functions.start({
      ...site,
      supabase,
      publicSupabaseUrl,
      isBackendInHost: fetch !== null,
    });
    // Every page that waits for the start receives its error.
    started.catch(() => {});
    const thread: RenderThread = { worker, functions, started };
    worker.on("error", (error) => log("error", `the render thread failed: ${error.stack ?? error.message}`));
    worker.once("exit", () => {
      functions.$close(new Error("The render thread has ended"));
      if (this.#thread === thread) this.#thread = null;
    });
    // Pages alone do not keep the process from exiting.
    worker.unref();
    return thread;
  }
}
