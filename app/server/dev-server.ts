/**
 * The development server: Vite compiles and reloads the sources that the browser requests, on the shop's one
 * port. This module is the only one that depends on what `react-router dev` does behind its own server
 * (@react-router/dev 8.4.0, vite 8.3.8): the name of the build's virtual module, and a signal listener. When
 * they change, tests/start/stopping.test.ts fails; production does not load this file.
 */
import type { Server } from "node:http";
import { type Connect, createServer, isRunnableDevEnvironment } from "vite";

export interface DevServer<Build> {
  middleware: Connect.Server;
  /** React Router's build of the current sources. */
  loadBuild(): Promise<Build>;
  close(): Promise<void>;
}

export async function startDevServer<Build>(server: Server): Promise<DevServer<Build>> {
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
    middleware: vite.middlewares,
    loadBuild: () => ssr.runner.import<Build>("virtual:react-router/server-build"),
    close: () => vite.close(),
  };
}
