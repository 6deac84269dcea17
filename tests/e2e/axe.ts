/** axe on a screen as it stands. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ target }) => target.join(" ")),
  }));
  expect(findings, page.url()).toEqual([]);
}
