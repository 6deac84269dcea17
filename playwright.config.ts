/**
 * Browser tests: every flow on a phone and on a desktop, in the browser that the machine has. What does not depend
 * on the width of the screen is in `tests/e2e/any/` and runs once.
 */
import { defineConfig } from "@playwright/test";

const headless = { launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ["--no-sandbox"] } };

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/global-setup.ts",
  fullyParallel: true,
  // On two cores a third of the time is spent waiting.
  workers: 3,
  forbidOnly: true,
  // A browser beside two others now and then starves; what passes only at the second try is listed as flaky.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    locale: "fr-FR",
    timezoneId: "Africa/Ouagadougou",
    // A worker would answer in place of what a test puts in the way of requests; its own tests allow it.
    serviceWorkers: "block",
    ...headless,
  },
  projects: [
    {
      name: "phone",
      testIgnore: "**/any/**",
      use: { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
    { name: "desktop", use: { viewport: { width: 1280, height: 900 } } },
  ],
});
