/** What a visitor has asked the system for: less motion, or colours of their own. */
import type { Locator, Page } from "@playwright/test";
import { DATA, expect, hold, test } from "../support/storefront.ts";

/** The names of what moves by itself for longer than an instant. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : "transition")),
  );
}

test("with less motion nothing moves by itself, whatever is pressed", async ({ page, goods }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { slug } = await goods.add({ name: "Perceuse", stock: 3 });
  for (const path of ["/", `/product/${slug}`, "/cart", "/technicians", "/promotions", "/request-quote"]) {
    await page.goto(path);
    expect(await moving(page), path).toEqual([]);
  }
  await page.goto(`/products?search=${goods.word}`);
  await page.getByRole("button", { name: /^Ajouter au panier/ }).hover();
  await page.getByRole("button", { name: /^Ajouter au panier/ }).click();
  await expect(page.getByText("Produit ajouté au panier")).toBeVisible();
  expect(await moving(page), "a toast").toEqual([]);
  const release = await hold(page, DATA);
  await page.getByRole("contentinfo").getByRole("link", { name: "Matériaux" }).click();
  await expect(page.locator("[data-skeleton=product]").first()).toBeVisible();
  await expect(page.locator(".progress")).toBeVisible();
  expect(await moving(page), "a page on its way").toEqual([]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await moving(page), "without that wish a skeleton breathes").toContain("breathe");
  release();
});

/** Not left to axe: it knows only the colours of the page's own. */
const style = (target: Locator, property: "backgroundColor" | "color" | "outlineStyle", pseudo?: string) =>
  target.evaluate((element, [name, part]) => getComputedStyle(element, part)[name], [
    property,
    pseudo,
  ] as const);

test("in colours of the visitor's own, light or dark, controls and their states are seen", async ({
  page,
  shop,
}) => {
  const [product] = await shop.sql<{ slug: string }[]>`
    select slug from products where stock > 3 and review_count > 0 order by created_at desc limit 1`;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await page.goto(`/product/${product?.slug}`);
    const tabs = page.getByRole("main").getByRole("tab");
    expect(await style(tabs.first(), "backgroundColor")).not.toBe(
      await style(tabs.nth(1), "backgroundColor"),
    );
    const buy = page.getByRole("main").getByRole("button", { name: "Ajouter au panier", exact: true });
    const heart = page.getByRole("main").locator(".heart").first();
    expect(await style(heart, "backgroundColor", "::before")).toBe(await style(buy, "color"));
    await expect(buy).toHaveCSS("border-style", "solid");
    await page.keyboard.press("Tab");
    expect(await style(page.locator(":focus"), "outlineStyle")).toBe("solid");
    await page.goto("/products?inStock=true");
    const current = page.getByRole("navigation", { name: "Navigation principale" }).getByRole("link");
    expect(await style(current.nth(1), "backgroundColor")).not.toBe(
      await style(current.nth(2), "backgroundColor"),
    );
  }
});
