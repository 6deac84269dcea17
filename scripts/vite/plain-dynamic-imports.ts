/**
 * Vite wraps each dynamic import in a helper that preloads styles and further chunks. Here the page already has the
 * styles and the shared chunks, so the helper only calls the import, and under another address once it has failed: most
 * browsers remember the failure for as long as the page is open, and do not ask the network again
 * (https://github.com/whatwg/html/issues/6768). The fragment makes another address of the same file.
 *
 * Vite has no option for this, so the plugin replaces the helper's module by its internal name (vite 8.3.8).
 * plain-dynamic-imports.test.ts fails when that name changes. The shop then still works: its pages load
 * Vite's own helper.
 */
import { type Plugin, parseSync, Visitor } from "vite";

const PRELOAD_HELPER = "\0vite/preload-helper.js";

/** The source of `load` names the chunk, which is in the folder of the helper's own chunk. */
const RETRYING_HELPER = `
const failures = {};
export const __vitePreload = (load) => {
  const { path } = /import\\(.(?<path>.+?).\\)/.exec(load).groups;
  const count = failures[path];
  return (count ? import(/* @vite-ignore */ new URL(path + "#" + count, import.meta.url).href) : load()).catch((error) => {
    failures[path] = (count ?? 0) + 1;
    throw error;
  });
};`;

const isOwnCode = (id: string) => /\/app\/[^?]*\.tsx?$/.test(id);

export function plainDynamicImports(): Plugin {
  return {
    name: "plain-dynamic-imports",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    load: (id) => (id === PRELOAD_HELPER ? RETRYING_HELPER : null),
    transform(code, id) {
      if (!code.includes("import(") || !isOwnCode(id)) return null;
      return { code: separateImports(code, id), map: null };
    },
  };
}

/** Vite moves what follows an import, `.then(…)`, into the function that the helper calls, but not over a call. */
function separateImports(code: string, id: string): string {
  const imports: { start: number; end: number }[] = [];
  new Visitor({
    ImportExpression({ start, end }) {
      imports.push({ start, end });
    },
  }).visit(parseSync(id, code).program);
  let separated = code;
  for (const { start, end } of imports.toReversed()) {
    separated = `${separated.slice(0, start)}(() => ${separated.slice(start, end)})()${separated.slice(end)}`;
  }
  return separated;
}
