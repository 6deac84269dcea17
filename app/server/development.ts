/** The same server while developing: Vite compiles what the browser asks for, and reloads it, on the shop's one port. */
import type { Server } from "node:http";
import { type Connect, createServer, isRunnableDevEnvironment } from "vite";

export interface Development<Build> {
  middleware: Connect.Server;
  /** React Router's build of the present sources. */
  loadBuild(): Promise<Build>;
  close(): Promise<void>;
}

export async function startDevelopment<Build>(server: Server): Promise<Development<Build>> {
  const ours = process.listeners("SIGTERM");
  const vite = await createServer({
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  // React Router's plugin makes a second server, which would end the process on the spot and leave Postgres behind.
  for (const listener of process.listeners("SIGTERM")) {
    if (!ours.includes(listener)) process.off("SIGTERM", listener);
  }
  const { ssr } = vite.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error("Vite's server environment runs elsewhere");
  return {
    middleware: vite.middlewares,
    loadBuild: () => ssr.runner.import<Build>("virtual:react-router/server-build"),
    close: () => vite.close(),
  };
}
