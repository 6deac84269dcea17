/** The layout of the content pages: they fit the screen, and links lead to their sections. */
import { expect, test } from "#tests/support/e2e/fixtures.ts";

test("each text fits the screen, in lines of a readable length", async ({ page }) => {
  for (const path of ["/about", "/delivery", "/terms", "/privacy"]) {
    await page.goto(path);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    const lines = await page
      .getByRole("main")
      .locator(".prose > section p")
      .evaluateAll((all) => all.map((paragraph) => paragraph.getBoundingClientRect().width / 16));
    expect(Math.max(0, ...lines), path).toBeLessThan(45);
    await page.setViewportSize({ width: 360, height: 800 });
  }
});

test("the table of contents leads to the sections by keyboard, and a product's benefits to theirs", async ({
  page,
  products,
}) => {
  await page.goto("/terms");
  const contents = page.getByRole("navigation", { name: "Sommaire" });
  await page.getByRole("main").locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(contents).toHaveCount(1);
  await contents.getByRole("link", { name: "Les garanties" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/terms#garantie");
  await expect(page.getByRole("heading", { name: "Les garanties" })).toBeInViewport();

  const { slug } = await products.add({ name: "Truelle" });
  await page.goto(`/product/${slug}`);
  for (const [promise, url, heading] of [
    [/^Livraison gratuite/, "/delivery#gratuite", "Quand la livraison est gratuite"],
    [/^Livraison en 24\/48h/, "/delivery#delais", "Délais de livraison"],
    [/^Retours faciles et gratuits/, "/terms#retours", "Retours faciles et gratuits : les conditions"],
  ] as const) {
    await page.getByRole("main").getByRole("link", { name: promise }).click();
    await expect(page).toHaveURL(url);
    await expect(page.getByRole("heading", { name: heading })).toBeInViewport();
    await page.goBack();
    await expect(page).toHaveURL(`/product/${slug}`);
  }
});
