/**
 * The build of the shop. The server bundle inlines the stylesheet (see app/entry.server.tsx), so the CSS is
 * minified in that build too, where Vite would leave it as it is.
 *
 * The browser gets few, large chunks: on a network with long round trips each further file costs more than the
 * bytes that it spares. React and its router are one; what the frame of the shop uses, or a public page and one
 * more, is the other; the rest comes with the page that needs it.
 */
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin } from "vite";

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\//;
const ROUTE = /\/app\/routes\/[^?]+\.tsx/;
const FRAME = "/app/routes/storefront/layout.tsx";
const PUBLIC_PAGES = ["home", "products", "product"].map((name) => `/app/routes/storefront/${name}.tsx`);

/** What the bundler tells of a module: who imports it, not counting imports on demand. */
type ImportersOf = (id: string) => readonly string[];

/** Whether it belongs to the frame, or to a public page and one more: a small chunk of its own would cost more. */
function isShared(id: string, importersOf: ImportersOf): boolean {
  const users = [...usersOf(id, importersOf)];
  const routes = new Set(users.flatMap((user) => ROUTE.exec(user)?.[0] ?? []));
  return routes.has(FRAME) || (routes.size > 1 && PUBLIC_PAGES.some((page) => routes.has(page)));
}

/** All modules that cannot do without this one. */
function usersOf(id: string, importersOf: ImportersOf, found = new Set<string>()): Set<string> {
  for (const importer of importersOf(id)) {
    if (found.has(importer)) continue;
    found.add(importer);
    usersOf(importer, importersOf, found);
  }
  return found;
}

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
  plugins: [plainDynamicImports(), tailwindcss(), reactRouter(), serviceWorker()],
  build: { cssMinify: true, modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "framework", test: FRAMEWORK, priority: 2 },
                {
                  name: (id, bundle) =>
                    isShared(id, (module) => bundle.getModuleInfo(module)?.importers ?? []) ? "shop" : null,
                  test: /\/app\/(components|features|lib)\//,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
});
