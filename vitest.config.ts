/**
 * Tests below the browser. `unit`: beside the code, without a database or a network. `api`: HTTP in, JSON out,
 * on separate databases in one Postgres. `screens`: the shop's routes in a document without layout, with such a database.
 * `pages`: the HTTP responses of the built shop. `start`: the built shop as a process that is started,
 * stopped and killed.
 */
import { resolve } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { countWorkers } from "./scripts/test/workers.ts";
import { shortOrLong } from "./tests/support/short-or-long.ts";
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from "./tests/support/wait-timeout.ts";

/** The processes and worker threads of a backend whose accounts are signed up and signed in. */
const execArgv = ["--import", resolve("tests/support/cheap-password-hashes.ts")];

export default defineConfig({
  test: {
    maxWorkers: countWorkers({ memoryEach: 0.7 }),
    // Test files share a process: a test restores the global state that it changes.
    isolate: false,
    testTimeout: shortOrLong(TEST_TIMEOUT_MS, 7_200_000),
    hookTimeout: TEST_TIMEOUT_MS,
    exclude: [...configDefaults.exclude, ...shortOrLong(["**/*.long.test.ts"], [])],
    expect: { poll: { timeout: WAIT_TIMEOUT_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          setupFiles: "tests/support/reset-modules.ts",
          include: ["{app,backend,jobs,scripts,image-generator,supabase,bench,drills}/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          execArgv,
          include: ["tests/{api,database}/**/*.test.ts"],
          globalSetup: "tests/support/cluster.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "screens",
          execArgv,
          include: ["tests/screens/**/*.test.ts"],
          environment: "./tests/support/screens/environment.ts",
          globalSetup: "tests/support/cluster.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          include: ["tests/pages/**/*.test.ts"],
          environment: "./tests/support/screens/environment.ts",
          globalSetup: "tests/support/pages/global-setup.ts",
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
