import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { sourceLocations } from "./source-locations.ts";

const files = (root: string): Record<string, string> => ({
  [join(root, "main.ts")]: 'export const folder = import.meta.dirname; export * from "./jobs/job.ts";',
  [join(root, "jobs/job.ts")]: `export const own = [import.meta.dirname, import.meta.url];
    export const text = "import.meta.url"; // import.meta.dirname`,
});

const output = (root: string) => join(root, "build/process");

const fixture = (root: string): Plugin => ({
  name: "fixture",
  resolveId: (id) =>
    Object.keys(files(root)).find((file) => file.endsWith(id.replace(/^\.{0,2}/, ""))) ?? null,
  load: (id) => files(root)[id] ?? null,
});

test("a bundled module is told the place of its source, also after the folder was moved", async () => {
  const made = await mkdtemp(join(tmpdir(), "yaare-bundle-"));
  const moved = `${made}-moved`;
  onTestFinished(() => rm(moved, { recursive: true, force: true }));
  await build({
    root: made,
    configFile: false,
    logLevel: "silent",
    plugins: [fixture(made), sourceLocations(made, output(made))],
    build: {
      ssr: join(made, "main.ts"),
      outDir: output(made),
      rolldownOptions: { output: { entryFileNames: "main.mjs" } },
    },
  });
  await rename(made, moved);
  const { folder, own, text }: Record<string, unknown> = await import(
    pathToFileURL(join(output(moved), "main.mjs")).href
  );
  expect(join(String(folder), "supabase")).toBe(join(moved, "supabase"));
  expect(own).toEqual([`${output(moved)}/../../jobs`, pathToFileURL(join(moved, "jobs/job.ts")).href]);
  expect(text).toBe("import.meta.url");
});
