/**
 * The build of the shop. The server bundle inlines the stylesheets (app/entry.server.tsx), so the CSS is
 * minified in that build too, where Vite would not do it.
 */
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { chunkPlanner } from "./scripts/vite/chunk-planner.ts";
import { leaveOutFeatures } from "./scripts/vite/leave-out-features.ts";
import { plainDynamicImports } from "./scripts/vite/plain-dynamic-imports.ts";
import { quickRouteMatching } from "./scripts/vite/quick-route-matching.ts";
import { inlineScripts, serviceWorker } from "./scripts/vite/script-bundle.ts";

export default defineConfig(({ command }) => ({
  plugins: [
    plainDynamicImports(),
    leaveOutFeatures(),
    quickRouteMatching(),
    inlineScripts(),
    tailwindcss(),
    reactRouter(),
    chunkPlanner(),
    serviceWorker(),
  ],
  build: { cssMinify: true, modulePreload: false },
  environments: {
    ssr: {
      // A start reads one file faster than some four hundred (docs/decisions/0087). React would be there twice, for
      // development too.
      ...(command === "build" && { resolve: { noExternal: true, external: ["react", "react-dom"] } }),
      build: { rollupOptions: { input: "./app/server/render/render-thread.ts" } },
    },
  },
}));
