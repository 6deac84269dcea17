/**
 * The build of the shop. The server bundle inlines the stylesheet (see app/entry.server.tsx), so the CSS is
 * minified in that build too, where Vite would leave it as it is.
 *
 * The browser gets few, large chunks: on a network with long round trips each further file costs more than the
 * bytes that it spares. React and its router are one; what the frame of the shop uses, or two of its first pages,
 * is another; what one of these and further pages use is a third, so that the other first pages do not pay for it;
 * the rest comes with the page that needs it.
 */
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin } from "vite";

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\//;
const SHOP = /\/app\/(components|features|lib|routes\/parts)\//;
const ROUTE = /\/app\/routes\/(?!parts\/)[^?]+\.tsx/;
const FRAME = "/app/routes/storefront/layout.tsx";
const FIRST_PAGES = ["home", "products", "product"];

/** What the bundler tells of a module: who imports it, not counting imports on demand. */
type ImportersOf = (id: string) => readonly string[];

/** The chunk of a module that more than one route uses; null leaves it to the bundler. */
function chunkOf(id: string, importersOf: ImportersOf): string | null {
  const users = [...usersOf(id, importersOf)];
  const routes = new Set(users.flatMap((user) => ROUTE.exec(user)?.[0] ?? []));
  const [page, ...more] = FIRST_PAGES.filter((name) => routes.has(`/app/routes/storefront/${name}.tsx`));
  if (routes.has(FRAME) || more.length > 0) return "shop";
  return page && routes.size > 1 ? `${page}-parts` : null;
}

/** For a group of chunks: the module's chunk, if it is one of these. */
function nameIf(wanted: (chunk: string) => boolean) {
  return (id: string, bundle: { getModuleInfo(id: string): { importers: readonly string[] } | null }) => {
    const chunk = chunkOf(id, (module) => bundle.getModuleInfo(module)?.importers ?? []);
    return chunk !== null && wanted(chunk) ? chunk : null;
  };
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
                { name: "framework", test: FRAMEWORK, priority: 3 },
                // Taken first, or the parts of a page would take in what they need of the frame.
                { name: nameIf((chunk) => chunk === "shop"), test: SHOP, priority: 2 },
                { name: nameIf((chunk) => chunk !== "shop"), test: SHOP, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});
