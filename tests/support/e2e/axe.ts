/** Runs axe on the current state of a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { waitForIdle } from "./wait-for-idle.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Only violations are described, which halves the time; stylesheets need no second load. */
const OPTIONS: RunOptions = { resultTypes: ["violations"], preload: false };

declare global {
  interface Window {
    axe?: { run(document: Document, options: RunOptions): Promise<AxeResults> };
  }
}

/** The violations that axe finds once the page is idle, a line for each rule. */
export async function listAxeViolations(page: Page): Promise<string[]> {
  await waitForIdle(page);
  if (await page.evaluate(() => !window.axe)) await page.evaluate(source);
  const violations = await page.evaluate(
    async (options) => (await window.axe?.run(document, options))?.violations,
    OPTIONS,
  );
  if (!violations) throw new Error("axe did not run.");
  return violations.map(({ id, nodes }) => {
    const targets = nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`);
    return `${id}: ${targets.join("; ")}`;
  });
}

/** Retries for a while: a toast that fades in meanwhile is half transparent, a real violation stays. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await expect.poll(() => listAxeViolations(page), page.url()).toEqual([]);
}
