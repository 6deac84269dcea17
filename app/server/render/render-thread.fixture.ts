/** A render thread that fails in a different way at each path. */
import { setTimeout } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { createContext, type EntryContext, type RouterContextProvider, type ServerBuild } from "react-router";
import type { AppContext } from "#app/lib/app-context.ts";
import { SharedData } from "#app/lib/pages/shared-data.server.ts";
import { servePages } from "./serve-pages.ts";

if (parentPort === null) throw new Error("This file is a thread of render-host.test.ts");
const appContext = createContext<AppContext>();

const sharedCount = new SharedData<number>();
let loads = 0;

/** In place of React's rendering of a document. */
async function handleRequest(
  request: Request,
  _status: number,
  _headers: Headers,
  _routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  switch (new URL(request.url).pathname) {
    case "/exit":
      return process.exit(1);
    case "/throw":
      setImmediate(() => {
        throw new Error("lost");
      });
      await setTimeout(60_000);
      break;
    case "/loop":
      for (;;) if (Date.now() === 0) break;
      break;
    case "/shared": {
      const { sharedForMs } = context.get(appContext);
      return Response.json(await sharedCount.get(sharedForMs, { tags: ["settings"] }, async () => ++loads));
    }
    case "/from-backend": {
      const { supabase } = context.get(appContext);
      return supabase.fetch(`${supabase.url}/rest/v1/products`, { headers: { apikey: supabase.anonKey } });
    }
  }
  return new Response("<p>a page</p>", { headers: { "content-type": "text/html" } });
}

const build: ServerBuild = {
  entry: { module: { default: handleRequest } },
  routes: { root: { id: "root", path: "*", module: { default: () => null } } },
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
};
servePages(parentPort, build, appContext);
