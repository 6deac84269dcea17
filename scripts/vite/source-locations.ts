/**
 * Keeps `import.meta.dirname` and `import.meta.url` of a bundled module those of its source, beside which are the
 * files that it reads or runs as threads and processes. They become paths relative to the bundle, so that the
 * project's folder may be moved after the build.
 */
import { dirname, posix, relative } from "node:path";
import { type Plugin, parseSync, Visitor } from "vite";

/**
 * @param root the project's folder
 * @param output the folder of the bundle, in which all of its files are
 */
export function sourceLocations(root: string, output: string): Plugin {
  const toRoot = relative(output, root);
  return {
    name: "source-locations",
    transform: {
      filter: { id: { include: /\.ts$/, exclude: /\/node_modules\// }, code: "import.meta" },
      handler: (code, id) => ({
        code: locateSource(code, id, posix.join(toRoot, relative(root, id))),
        map: null,
      }),
    },
  };
}

/** @param source the path of the module from the bundle */
function locateSource(code: string, id: string, source: string): string {
  const replacements = new Map([
    ["import.meta.dirname", `(import.meta.dirname + ${JSON.stringify(`/${dirname(source)}`)})`],
    ["import.meta.url", `new URL(${JSON.stringify(source)}, import.meta.url).href`],
  ]);
  const found: { start: number; end: number; by: string }[] = [];
  new Visitor({
    MemberExpression({ start, end }) {
      const by = replacements.get(code.slice(start, end));
      if (by) found.push({ start, end, by });
    },
  }).visit(parseSync(id, code).program);
  let located = code;
  for (const { start, end, by } of found.toReversed()) {
    located = located.slice(0, start) + by + located.slice(end);
  }
  return located;
}
