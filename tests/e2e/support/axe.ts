/** axe on a screen as it stands. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { settled } from "./settled.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What has no finding is not described, which halves the time; styles need no second load. */
const OPTIONS: RunOptions = { resultTypes: ["violations"], preload: false };

declare global {
  interface Window {
    axe?: { run(document: Document, options: RunOptions): Promise<AxeResults> };
  }
}

/** What axe finds once the screen has come to rest, a line for each kind; empty is well. */
export async function axeFindings(page: Page): Promise<string[]> {
  await settled(page);
  if (await page.evaluate(() => !window.axe)) await page.evaluate(source);
  const violations = await page.evaluate(
    async (options) => (await window.axe?.run(document, options))?.violations,
    OPTIONS,
  );
  if (!violations) throw new Error("axe did not run.");
  return violations.map(({ id, nodes }) => {
    const where = nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`);
    return `${id}: ${where.join("; ")}`;
  });
}

/** Asked again for a while: a toast that comes in meanwhile is half transparent, a real fault stays. */
export async function expectNoFindings(page: Page): Promise<void> {
  await expect.poll(() => axeFindings(page), page.url()).toEqual([]);
}
