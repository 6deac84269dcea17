import { build, type Plugin } from "vite";
import { expect, test } from "vitest";
import { plainDynamicImports } from "./plain-dynamic-imports.ts";

const FILES: Record<string, string> = {
  "virtual:entry": 'import("virtual:lazy").then(({ text }) => console.log(text));',
  "virtual:lazy": 'export const text = "loaded";',
};

const fixture: Plugin = {
  name: "fixture",
  resolveId: (id) => (id in FILES ? id : null),
  load: (id) => FILES[id] ?? null,
};

async function bundle(plugins: Plugin[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    plugins: [fixture, ...plugins],
    build: { write: false, modulePreload: false, rolldownOptions: { input: "virtual:entry" } },
  });
  if (!("output" in built)) throw new Error("The fixture was not bundled.");
  return built.output.map((file) => ("code" in file ? file.code : "")).join("\n");
}

test("a dynamic import is not wrapped in Vite's preload helper", async () => {
  const message = "Vite's helper is no longer the module that plain-dynamic-imports.ts replaces.";
  const helperText = "vite:preloadError";
  expect(await bundle([]), message).toContain(helperText);
  expect(await bundle([plainDynamicImports()]), message).not.toContain(helperText);
});
