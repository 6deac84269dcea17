/**
 * Browser tests: what only a browser can show. A folder is a size: `phone` and `desktop` run once, at the size that
 * most users of the flow have; `layout` runs at both.
 */
import { defineConfig } from "@playwright/test";
import { workersFor } from "./scripts/test/workers.ts";
import { PATIENCE_MS } from "./tests/support/patience.ts";

const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 900 } };

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/support/global-setup.ts",
  fullyParallel: true,
  workers: workersFor({ memoryEach: 1.5 }),
  forbidOnly: true,
  retries: 0,
  // Both bound a hang: a machine of one core that does other work still passes.
  timeout: 120_000,
  expect: { timeout: PATIENCE_MS },
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    locale: "fr-FR",
    timezoneId: "Africa/Ouagadougou",
    // A worker would answer in place of what a test puts in the way of requests; its own tests allow it.
    serviceWorkers: "block",
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ["--no-sandbox"] },
  },
  projects: [
    { name: "phone", testMatch: "{phone,layout}/**/*.spec.ts", use: phone },
    { name: "desktop", testMatch: "{desktop,layout}/**/*.spec.ts", use: desktop },
  ],
});
