/** Renders pages for the host, whose requests arrive at the port of the thread. */
import { AsyncLocalStorage } from "node:async_hooks";
import { format } from "node:util";
import type { MessagePort } from "node:worker_threads";
import { createBirpc } from "birpc";
import type { RouterContext, ServerBuild } from "react-router";
import type { AppContext } from "#app/lib/app-context.ts";
import { listRouteSearchParams } from "#app/lib/pages/route-search-params.ts";
import { forgetShared } from "#app/lib/pages/shared-data.server.ts";
import { createPageHandler, createRender } from "#app/server/page-handler.ts";
import { createIdleGc } from "./idle-gc.ts";
import type { HostFunctions, RenderThreadData, ThreadFunctions } from "./render-messages.ts";

/**
 * How long pages share what they have read, and in front of a hosted Supabase, which tells no change: so much older than
 * its page may be what it shows.
 */
const SHARED_MS = 60_000;
const SHARED_UNTOLD_MS = 5_000;

export function servePages(port: MessagePort, build: ServerBuild, key: RouterContext<AppContext>): void {
  const collectGarbage = createIdleGc();
  /** The page that is being rendered. */
  const currentPage = new AsyncLocalStorage<number>();
  let handler: ReturnType<typeof createPageHandler> | null = null;
  const host = createBirpc<HostFunctions, ThreadFunctions>(
    {
      start: async (data) => {
        handler = createHandler(data);
        return listRouteSearchParams(build.routes);
      },
      render: async (request, page) => {
        const render = handler;
        if (!render) throw new Error("The thread was not told what its pages read from");
        const bytes = await currentPage.run(page, () => render(request));
        collectGarbage();
        return bytes;
      },
      forgetShared: (tags) => forgetShared(tags && new Set(tags)),
    },
    {
      post: (message) => port.postMessage(message),
      on: (listener) => port.on("message", listener),
      eventNames: ["log"],
    },
  );
  // The pages log to the console, since they also run in browsers; their libraries do so as well.
  console.error = (...args) => void host.log("error", format(...args));
  console.warn = (...args) => void host.log("warn", format(...args));

  function createHandler({ supabase, publicSupabaseUrl, isBackendInHost, ...site }: RenderThreadData) {
    return createPageHandler({
      render: createRender(build, key, {
        supabase: { ...supabase, fetch: isBackendInHost ? fetchFromHost : fetch },
        siteUrl: site.siteUrl,
        publicSupabaseUrl,
        sharedForMs: isBackendInHost ? SHARED_MS : SHARED_UNTOLD_MS,
      }),
      ...site,
      onError: (error) => console.error("a page could not be rendered", error),
    });
  }

  /** Without a Request, whose signal alone costs as much as the message. */
  async function fetchFromHost(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const body = init?.body ?? null;
    if (input instanceof Request || (body !== null && typeof body !== "string"))
      throw new TypeError("Pages name an address, and send nothing but text");
    const response = await host.fetch({
      page: currentPage.getStore() ?? null,
      url: String(input),
      method: init?.method ?? "GET",
      headers: [...new Headers(init?.headers)],
      body,
    });
    const isEmpty = response.status === 204 || response.status === 304;
    return new Response(isEmpty ? null : response.body, {
      status: response.status,
      headers: response.headers,
    });
  }
}
