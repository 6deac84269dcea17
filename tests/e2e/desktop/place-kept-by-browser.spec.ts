/** The catalogue may be kept whole by the browser itself, which then shows it at once on the way back. */
import { expect, settled, test } from "../support/storefront.ts";

test("the catalogue is kept by the browser as it was left, where browsers do that", async ({
  playwright,
  shop,
}) => {
  const { launchOptions } = test.info().project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    // Under test this cache is off unless asked for.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
    const cards = page.getByRole("main").getByRole("article");
    await page.goto(`${shop.url}/products`);
    await settled(page);
    await page.getByRole("link", { name: "Voir plus" }).click();
    await expect(cards).toHaveCount(48);
    await page.evaluate(() => {
      window.scrollTo(0, 5000);
      addEventListener("pageshow", ({ persisted }) => {
        document.title = persisted ? "kept" : "new";
      });
    });
    const href = await cards.nth(30).getByRole("link").getAttribute("href");
    await page.evaluate((address) => window.location.assign(address ?? ""), href);
    await page.waitForURL(/\/product\//);
    await settled(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.enable");
    const notKept = new Promise<{ type: string; reason: string }[]>((resolve) =>
      devtools.once("Page.backForwardCacheNotUsed", (told) => resolve(told.notRestoredExplanations)),
    );
    const kept = page.waitForFunction(() => document.title === "kept").then(() => null);
    await page.evaluate(() => window.history.back());
    const reasons = await Promise.race([kept, notKept]);
    if (reasons === null) {
      await expect(cards).toHaveCount(48);
      expect(await page.evaluate(() => window.scrollY)).toBe(5000);
    } else {
      // A browser without that cache (the headless shell) says so, and what in the page would be in its way.
      expect(reasons.map(({ reason }) => reason)).toContain("BackForwardCacheDisabledForDelegate");
      expect(reasons.filter(({ type }) => type === "PageSupportNeeded")).toEqual([]);
    }
  } finally {
    await browser.close();
  }
});
