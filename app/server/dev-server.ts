/**
 * The development server: Vite compiles and reloads the sources that the browser requests, on the shop's one
 * port, without page cache or content security policy. This module is the only one that depends on what `react-router dev` does behind its own server
 * (@react-router/dev 8.4.0, vite 8.3.8): the name of the build's virtual module, and a signal listener. When
 * they change, tests/start/stopping.test.ts fails; production does not load this file.
 */
import { IncomingMessage, type Server, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import { createServer, isRunnableDevEnvironment } from "vite";
import type { RequestListener } from "./http/http-server.ts";
import { createRender } from "./page-handler.ts";
import type { PageBackend } from "./render/render-host.ts";

/** The build exports the key of its context, since the one that is imported here is another object. */
type AppBuild = ServerBuild & { entry: { module: typeof import("#app/entry.server.tsx") } };

interface DevServer {
  /** Answers with what Vite serves, and passes all other requests on. */
  serveSources(next: RequestListener): RequestListener;
  /** Renders a page of the current sources. */
  render(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export async function startDevServer(
  server: Server,
  { supabase, publicSupabaseUrl, fetch: fetchBackend }: PageBackend,
  siteUrl: string,
): Promise<DevServer> {
  const access: typeof fetch = fetchBackend ? (input, init) => fetchBackend(new Request(input, init)) : fetch;
  const shop = { supabase: { ...supabase, fetch: access }, siteUrl, publicSupabaseUrl, sharedForMs: 0 };
  const ownListeners = process.listeners("SIGTERM");
  const vite = await createServer({
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  // React Router's plugin creates a second server, whose listener would exit at once and leave Postgres
  // running.
  for (const listener of process.listeners("SIGTERM")) {
    if (!ownListeners.includes(listener)) process.off("SIGTERM", listener);
  }
  const { ssr } = vite.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error("Vite's server environment runs elsewhere");
  return {
    serveSources: (next) => (request, response) => {
      const goOn = () => next(request, response);
      const isHttp1 = request instanceof IncomingMessage && response instanceof ServerResponse;
      if (isHttp1) vite.middlewares(request, response, goOn);
      else goOn();
    },
    render: async (request) => {
      const build = await ssr.runner.import<AppBuild>("virtual:react-router/server-build");
      return createRender(build, build.entry.module.appContext, shop, "development")(request, false);
    },
    close: () => vite.close(),
  };
}
