import { type Browser, chromium } from "@playwright/test";

/** Opens the browser of `CHROMIUM_PATH`, or Debian's. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
}
