/**
 * Leaves the features of unused-features.ts out of the browser's bundle: their functions lose their bodies, and the
 * minifier then removes what only those bodies used.
 *
 * Neither React nor React Router has an option for this, so the plugin finds the functions by their internal names
 * (react-dom 19.3.1, react-router 8.4.0). A function that is no longer found stays as it is: the shop still works.
 */
import { type Plugin, parseSync, Visitor } from "vite";
import { UNUSED_FEATURES } from "./unused-features.ts";

export function leaveOutFeatures(): Plugin {
  return {
    name: "leave-out-features",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      const features = Object.values(UNUSED_FEATURES).filter(({ module }) => id.endsWith(`/${module}`));
      if (features.length === 0) return null;
      const { rest } = leaveOut(
        code,
        features.flatMap(({ functions }) => functions),
      );
      return { code: rest, map: null };
    },
  };
}

/** The code with empty functions of these names, whose methods it loses too, and the names that were not found. */
export function leaveOut(code: string, functions: readonly string[]): { rest: string; missing: string[] } {
  const missing = new Set(functions);
  const cuts: { start: number; end: number; put: string }[] = [];
  const methods = functions.map((name) => `${name}.prototype.`);
  const visitor = new Visitor({
    FunctionDeclaration({ id, body }) {
      if (!id || !body || !functions.includes(id.name)) return;
      missing.delete(id.name);
      cuts.push({ start: body.start, end: body.end, put: "{}" });
    },
    ExpressionStatement({ start, end }) {
      if (methods.some((method) => code.startsWith(method, start))) cuts.push({ start, end, put: "" });
    },
  });
  visitor.visit(parseSync("library.js", code).program);
  let rest = "";
  let at = 0;
  for (const { start, end, put } of cuts.sort((one, other) => one.start - other.start)) {
    // A function inside one that is already empty.
    if (start < at) continue;
    rest += code.slice(at, start) + put;
    at = end;
  }
  return { rest: rest + code.slice(at), missing: [...missing] };
}
