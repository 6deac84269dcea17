/**
 * Tests below the browser. `unit`: beside the code, without IO. `api`: HTTP in, JSON out, on databases of their own in
 * one Postgres. `start`: the built shop as a process that is started, stopped and killed.
 */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "#app": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    // Tests wait for processes and timers more than they compute: a machine of two cores has time for a third.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,backend,scripts,supabase,bench}/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          globalSetup: "tests/support/cluster.ts",
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "start",
          include: ["tests/start/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
