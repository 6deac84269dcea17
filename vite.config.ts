/**
 * The build of the shop. The server bundle inlines the stylesheet (see app/entry.server.tsx), so the CSS is
 * minified in that build too, where Vite would leave it as it is.
 */
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin } from "vite";
import { fewChunks } from "./scripts/chunks/few-chunks.ts";

/**
 * Vite wraps each import on demand in a helper that fetches styles and further chunks ahead. Here the styles are
 * in the page and the shared chunks long there, so the wrapper only calls.
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

/** The service worker: one file at the root of the site, where it may answer for all of it, and without imports. */
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
  plugins: [plainDynamicImports(), tailwindcss(), reactRouter(), fewChunks(), serviceWorker()],
  build: { cssMinify: true, modulePreload: false },
});
