/**
 * Vite wraps each dynamic import in a helper that preloads styles and further chunks. Here the page already
 * has the styles and the shared chunks, so the wrapper only calls the import.
 *
 * Vite has no option for this, so the plugin replaces the helper's module by its internal name (vite 8.3.8).
 * plain-dynamic-imports.test.ts fails when that name changes. The shop then still works: its pages load
 * Vite's own helper.
 */
import type { Plugin } from "vite";

const PRELOAD_HELPER = "\0vite/preload-helper.js";

export function plainDynamicImports(): Plugin {
  return {
    name: "plain-dynamic-imports",
    enforce: "pre",
    load: (id) => (id === PRELOAD_HELPER ? "export const __vitePreload = (load) => load();" : null),
  };
}
