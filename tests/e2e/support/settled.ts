/** Lets a test see that the page has come to rest: it listens, and what moves in has arrived. */
import type { Page } from "@playwright/test";

/**
 * Waits until the document is complete, the application answers presses by itself (app/lib/early-script.ts hands over
 * to it), and every animation that ends has ended: half transparent, a text has not its colours yet. A page of
 * another kind, such as a letter, only has to be complete.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.readyState === "complete" && !("earlyPress" in window));
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      // Neither those that go on for ever nor those that wait for somebody to scroll.
      .filter(({ effect, timeline }) => {
        return timeline === document.timeline && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY;
      });
    await Promise.allSettled(passing.map((animation) => animation.finished));
  });
}
