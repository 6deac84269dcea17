/**
 * Resolves the imports of a function, written for Deno, in Node: the import map of its deno.json applies,
 * `npm:` and `jsr:` packages are the installed ones in any version, and type declarations are empty modules.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { z } from "zod";

const denoConfigSchema = z.object({ imports: z.record(z.string(), z.string()).optional() });
const PACKAGE_SPECIFIER = /^(npm|jsr):\/?((?:@[^/]+\/)?[^/@]+)(?:@[^/]+)?(\/.*)?$/;
const EMPTY_MODULE = "data:text/javascript,";

/**
 * Registers the hooks for this thread. `directory` is the function's; its parent is shared by all functions.
 */
export function registerImportHooks(directory: string): void {
  const names = { ...readImports(join(directory, "..")), ...readImports(directory) };
  registerHooks({
    resolve: (specifier, context, next) => {
      const target = resolveSpecifier(specifier, names);
      return target === EMPTY_MODULE ? { url: target, shortCircuit: true } : next(target, context);
    },
  });
}

/** The specifier for Node in place of Deno's. `names` is the import map of the functions' deno.json. */
export function resolveSpecifier(specifier: string, names: Record<string, string>): string {
  const target = applyImportMap(specifier, names);
  if (target.endsWith(".d.ts")) return EMPTY_MODULE;
  const [, registry, name, path = ""] = PACKAGE_SPECIFIER.exec(target) ?? [];
  if (name === undefined) return target;
  // The name of JSR packages on npm.
  return (registry === "jsr" ? `@jsr/${name.slice(1).replace("/", "__")}` : name) + path;
}

/** Matches the name itself, or its longest prefix that ends with a slash. */
function applyImportMap(specifier: string, names: Record<string, string>): string {
  const own = Object.hasOwn(names, specifier) ? names[specifier] : undefined;
  if (own !== undefined) return own;
  const [folder, target] =
    Object.entries(names)
      .filter(([name]) => name.endsWith("/") && specifier.startsWith(name))
      .sort(([a], [b]) => b.length - a.length)[0] ?? [];
  return folder === undefined || target === undefined ? specifier : target + specifier.slice(folder.length);
}

function readImports(directory: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(join(directory, "deno.json"), "utf8");
  } catch {
    return {};
  }
  return denoConfigSchema.parse(JSON.parse(text)).imports ?? {};
}
