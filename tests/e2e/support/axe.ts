/** axe on a screen as it stands. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { settled } from "./settled.ts";

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
