/**
 * Browser tests: behaviour that only a browser has. The folder decides the viewport (fixtures.ts): `phone` and
 * `desktop` run once, with the size that most users of the flow have; `layout` runs with both.
 */
import { defineConfig } from "@playwright/test";
import { countWorkers } from "./scripts/test/workers.ts";
import { shortOrLong } from "./tests/support/short-or-long.ts";
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from "./tests/support/wait-timeout.ts";

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/e2e/global-setup.ts",
  fullyParallel: true,
  // States of screens, and windows between those of the short form: every screen is scanned in both forms.
  ...shortOrLong({ grepInvert: /@long/ }, {}),
  workers: countWorkers({ memoryEach: 1.5 }),
  forbidOnly: true,
  retries: 0,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: WAIT_TIMEOUT_MS },
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    locale: "fr-FR",
    timezoneId: "Africa/Ouagadougou",
    // Drawing transitions takes a tenth of the processor time; preferences.spec.ts looks at what moves.
    contextOptions: { reducedMotion: "reduce" },
    // A service worker would respond before a test can intercept the request; its own tests allow it.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // One process renders the pages of all tests of a worker: starting one for each took a sixth of the processor time.
      args: ["--no-sandbox", "--renderer-process-limit=1"],
    },
  },
});
