import { build, type Plugin } from "vite";
import { expect, test } from "vitest";
import { onlySources } from "./only-sources.ts";

const FILES: Record<string, string> = {
  "/shop/server.ts": 'import "/shop/jobs/job.ts"; import "/shop/node_modules/zod/index.ts";',
  "/shop/jobs/job.ts": "export {};",
  "/shop/node_modules/zod/index.ts": "export {};",
};

const fixture: Plugin = {
  name: "fixture",
  resolveId: (id) => (id in FILES ? id : null),
  load: (id) => FILES[id] ?? null,
};

const bundle = (sources: string[]) =>
  build({
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    plugins: [fixture, onlySources("/shop", sources)],
    build: { write: false, rolldownOptions: { input: "/shop/server.ts" } },
  });

test("a build of listed sources and packages passes", async () => {
  await expect(bundle(["server.ts", "jobs"])).resolves.toBeDefined();
});

test("a module outside of the listed sources fails the build", async () => {
  await expect(bundle(["server.ts", "job"])).rejects.toThrow(
    "jobs/job.ts is part of the build, but not in its list",
  );
});
