import { type Browser, chromium } from "@playwright/test";
import { findBrowser } from "#scripts/test/browser.ts";

/** Opens the browser that the tests use. */
export async function launchBrowser(): Promise<Browser> {
  const env = await findBrowser();
  if (env === null) throw new Error("There is no Chromium: set CHROMIUM_PATH.");
  return chromium.launch({
    executablePath: env.CHROMIUM_PATH,
    env: { ...process.env, ...env },
    args: ["--no-sandbox"],
  });
}
