/** axe on a screen as it stands. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What comes in must have arrived: half transparent, it has not its colours yet. */
async function settled(page: Page): Promise<void> {
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

/** Asked again for a while: a toast that comes in meanwhile is half transparent, a real fault stays. */
export async function expectNoFindings(page: Page): Promise<void> {
  await expect(async () => {
    await settled(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const findings = violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
    }));
    expect(findings, page.url()).toEqual([]);
  }).toPass({ timeout: 15_000 });
}
