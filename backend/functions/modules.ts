/**
 * How the imports of a function, written for Deno, are found by Node: names of its deno.json stand for what they stand
 * for there, `npm:` and `jsr:` packages are the installed ones, whatever version is asked for, and declarations of
 * types are nothing.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { z } from "zod";

const shape = z.object({ imports: z.record(z.string(), z.string()).optional() });
const PACKAGE = /^(npm|jsr):\/?((?:@[^/]+\/)?[^/@]+)(?:@[^/]+)?(\/.*)?$/;
const NOTHING = "data:text/javascript,";

/** For this thread. `directory` is the function's own; the one above holds what all functions share. */
export function translateImports(directory: string): void {
  const names = { ...readImports(join(directory, "..")), ...readImports(directory) };
  registerHooks({
    resolve: (specifier, context, next) => {
      const target = translate(specifier, names);
      return target === NOTHING ? { url: target, shortCircuit: true } : next(target, context);
    },
  });
}

/** What Node has to look for instead of a specifier. `names` are those of the functions' deno.json. */
export function translate(specifier: string, names: Record<string, string>): string {
  const target = mapped(specifier, names);
  if (target.endsWith(".d.ts")) return NOTHING;
  const [, registry, name, path = ""] = PACKAGE.exec(target) ?? [];
  if (name === undefined) return target;
  // The name under which npm knows packages of the other registry.
  return (registry === "jsr" ? `@jsr/${name.slice(1).replace("/", "__")}` : name) + path;
}

/** The name itself, or the longest beginning of it that ends with a slash. */
function mapped(specifier: string, names: Record<string, string>): string {
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
  return shape.parse(JSON.parse(text)).imports ?? {};
}
