/**
 * The build of the shop. The server bundle inlines the stylesheets (app/entry.server.tsx), so the CSS is
 * minified in that build too, where Vite would not do it.
 */
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin } from "vite";
import { chunkPlanner } from "./scripts/chunks/chunk-planner.ts";

/**
 * Vite wraps each dynamic import in a helper that preloads styles and further chunks. Here the page already
 * has the styles and the shared chunks, so the wrapper only calls the import.
 */
function plainDynamicImports(): Plugin {
  return {
    name: "plain-dynamic-imports",
    enforce: "pre",
    load(id) {
      if (id !== "\0vite/preload-helper.js") return null;
      return "export const __vitePreload = (load) => load();";
    },
  };
}

/**
 * The service worker: one file at the root of the site, where its scope is the whole site, and without
 * imports.
 */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: "error",
        publicDir: false,
        build: {
          write: false,
          rolldownOptions: { input: "app/offline/service-worker.ts", output: { format: "iife" } },
        },
      });
      if (!("output" in built)) throw new Error("The service worker was not built.");
      this.emitFile({ type: "asset", fileName: "sw.js", source: built.output[0].code });
    },
  };
}

export default defineConfig({
  plugins: [plainDynamicImports(), tailwindcss(), reactRouter(), chunkPlanner(), serviceWorker()],
  build: { cssMinify: true, modulePreload: false },
});
