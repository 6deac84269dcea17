/**
 * Fails the build when a module is in none of these files and folders: a change of it would not be noticed, and
 * the shop would be started with an old build.
 */
import { isAbsolute, relative } from "node:path";
import type { Plugin } from "vite";

export function onlySources(root: string, sources: readonly string[]): Plugin {
  return {
    name: "only-sources",
    moduleParsed({ id }) {
      const file = relative(root, id);
      // Others are packages, or made by the bundler.
      if (!isAbsolute(id) || file.startsWith("node_modules/")) return;
      if (sources.some((source) => file === source || file.startsWith(`${source}/`))) return;
      this.error(`${file} is part of the build, but not in its list of sources (scripts/run/build.mjs)`);
    },
  };
}
