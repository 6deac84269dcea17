/** Waits until a page is idle: hydrated, and without running animations. */
import type { Page } from "@playwright/test";

/**
 * Waits until the document is complete, the application is hydrated (the captured click listener of
 * app/bootstrap.ts is removed), and every finite animation has ended: a half transparent
 * text does not have its final color. A page without the application, such as a mail, only has to be
 * complete.
 */
export async function waitForIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.readyState === "complete" && !("capturedClick" in window));
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      // Neither infinite ones nor those that are driven by scrolling.
      .filter(({ effect, timeline }) => {
        return timeline === document.timeline && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY;
      });
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
}
