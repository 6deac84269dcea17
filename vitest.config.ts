/**
 * Tests below the browser. `unit`: beside the code, without IO. `api`: HTTP in, JSON out, on databases of their own in
 * one Postgres. `screens`: the shop's routes in a document without layout, over such a database. `pages`: what the built
 * shop answers over HTTP. `start`: the built shop as a process that is started, stopped and killed.
 */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { workersFor } from "./scripts/test/workers.ts";
import { shortOrLong } from "./tests/support/long.ts";
import { PATIENCE_MS } from "./tests/support/patience.ts";

export default defineConfig({
  resolve: { alias: { "#app": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    maxWorkers: workersFor({ memoryEach: 0.7 }),
    // Files share a process: what a test changes outside of itself ends with it.
    isolate: false,
    // All of these bound a hang: a machine of one core that does other work still passes.
    testTimeout: shortOrLong(120_000, 1_800_000),
    hookTimeout: 120_000,
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          setupFiles: "tests/support/fresh-modules.ts",
          include: ["{app,backend,scripts,supabase,bench}/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          globalSetup: "tests/support/cluster.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "screens",
          include: ["tests/screens/**/*.test.ts"],
          environment: "./tests/screens/support/environment.ts",
          globalSetup: "tests/support/cluster.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          include: ["tests/pages/**/*.test.ts"],
          environment: "./tests/screens/support/environment.ts",
          globalSetup: "tests/pages/support/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "start",
          include: ["tests/start/**/*.test.ts"],
          globalSetup: "tests/start/global-setup.ts",
        },
      },
    ],
  },
});
