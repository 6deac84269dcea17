/** The browser's back/forward cache may store the catalog whole and show it at once on the way back. */
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { waitForIdle } from "#tests/support/e2e/wait-for-idle.ts";

test("the back/forward cache restores the catalog as it was left, where the browser supports it", {
  tag: "@long",
}, async ({ playwright, shop }) => {
  const { launchOptions } = test.info().project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    // Playwright disables this cache by default.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
    const cards = page.getByRole("main").getByRole("article");
    await page.goto(`${shop.url}/products`);
    await waitForIdle(page);
    await page.getByRole("link", { name: "Voir plus" }).click();
    await expect(cards).toHaveCount(48);
    await page.evaluate(() => {
      window.scrollTo(0, 5000);
      addEventListener("pageshow", ({ persisted }) => {
        document.title = persisted ? "restored" : "new";
      });
    });
    const href = await cards.nth(30).getByRole("link").getAttribute("href");
    await page.evaluate((address) => window.location.assign(address ?? ""), href);
    await page.waitForURL(/\/product\//);
    await waitForIdle(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.enable");
    const notRestored = new Promise<{ type: string; reason: string }[]>((resolve) =>
      devtools.once("Page.backForwardCacheNotUsed", (event) => resolve(event.notRestoredExplanations)),
    );
    const restored = page.waitForFunction(() => document.title === "restored").then(() => null);
    await page.evaluate(() => window.history.back());
    const reasons = await Promise.race([restored, notRestored]);
    if (reasons === null) {
      await expect(cards).toHaveCount(48);
      expect(await page.evaluate(() => window.scrollY)).toBe(5000);
    } else {
      // A browser without this cache (the headless shell) reports it, with any page feature that would block
      // it.
      expect(reasons.map(({ reason }) => reason)).toContain("BackForwardCacheDisabledForDelegate");
      expect(reasons.filter(({ type }) => type === "PageSupportNeeded")).toEqual([]);
    }
  } finally {
    await browser.close();
  }
});
