import { build, type Plugin } from "vite";
import { expect, test } from "vitest";
import { plainDynamicImports } from "./plain-dynamic-imports.ts";

const ENTRY = "/app/entry.ts";
const FILES: Record<string, string> = {
  [ENTRY]: 'import("/app/lazy.ts").then(({ text }) => console.log(text), () => console.log("failed"));',
  "/app/lazy.ts": 'export const text = "loaded";',
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
    build: { write: false, modulePreload: false, minify: false, rolldownOptions: { input: ENTRY } },
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

test("the helper calls the import alone, so that it sees the failure and names the chunk", async () => {
  const code = await bundle([plainDynamicImports()]);
  expect(code).toMatch(/\(\) => import\("\.\/lazy-[^"]+\.js"\), \[\]\)/);
});
