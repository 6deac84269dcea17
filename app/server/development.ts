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
  const vite = await createServer({
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  const { ssr } = vite.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error("Vite's server environment runs elsewhere");
  return {
    middleware: vite.middlewares,
    loadBuild: () => ssr.runner.import<Build>("virtual:react-router/server-build"),
    close: () => vite.close(),
  };
}
