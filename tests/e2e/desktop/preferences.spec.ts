/** System preferences of the visitor: reduced motion and forced colors. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { DATA_REQUEST, holdRequests } from "#tests/support/e2e/network.ts";

/** The names of the animations and transitions that run longer than an instant. */
function listAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : "transition")),
  );
}

test("with reduced motion nothing moves by itself, whatever is pressed", async ({ page, products }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { slug } = await products.add({ name: "Perceuse", stock: 3 });
  for (const path of ["/", `/product/${slug}`, "/cart", "/technicians", "/promotions", "/request-quote"]) {
    await page.goto(path);
    expect(await listAnimations(page), path).toEqual([]);
  }
  await page.goto(`/products?search=${products.uniqueWord}`);
  await page.getByRole("button", { name: /^Ajouter au panier/ }).hover();
  await page.getByRole("button", { name: /^Ajouter au panier/ }).click();
  await expect(page.getByText("Produit ajouté au panier")).toBeVisible();
  expect(await listAnimations(page), "a toast").toEqual([]);
  const release = await holdRequests(page, DATA_REQUEST);
  await page.getByRole("contentinfo").getByRole("link", { name: "Matériaux" }).click();
  await expect(page.locator("[data-skeleton=product]").first()).toBeVisible();
  await expect(page.locator(".progress")).toBeVisible();
  expect(await listAnimations(page), "a page on its way").toEqual([]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await listAnimations(page), "without reduced motion a skeleton is animated").toContain("breathe");
  await release();
});

/** axe does not check this: it only knows the page's own colors. */
const getStyle = (target: Locator, property: "backgroundColor" | "color" | "outlineStyle", pseudo?: string) =>
  target.evaluate((element, [name, part]) => getComputedStyle(element, part)[name], [
    property,
    pseudo,
  ] as const);

test("with forced colors, light or dark, controls and their states are visible", { tag: "@long" }, async ({
  page,
  shop,
}) => {
  const [product] = await shop.sql<{ slug: string }[]>`
    select slug from products where stock > 3 and review_count > 0 order by created_at desc limit 1`;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await page.goto(`/product/${product?.slug}`);
    const tabs = page.getByRole("main").getByRole("tab");
    expect(await getStyle(tabs.first(), "backgroundColor")).not.toBe(
      await getStyle(tabs.nth(1), "backgroundColor"),
    );
    const buy = page.getByRole("main").getByRole("button", { name: "Ajouter au panier", exact: true });
    const wishlistButton = page.getByRole("main").locator(".wishlist-button").first();
    expect(await getStyle(wishlistButton, "backgroundColor", "::before")).toBe(await getStyle(buy, "color"));
    await expect(buy).toHaveCSS("border-style", "solid");
    await page.keyboard.press("Tab");
    expect(await getStyle(page.locator(":focus"), "outlineStyle")).toBe("solid");
    await page.goto("/product/vis-a-bois-de-30-a-80-mm-sachet-de-50");
    const sizes = page.getByRole("main").getByRole("radio");
    expect(await getStyle(sizes.first(), "backgroundColor")).not.toBe(
      await getStyle(sizes.nth(1), "backgroundColor"),
    );
    await page.goto("/products?inStock=true");
    const current = page.getByRole("navigation", { name: "Navigation principale" }).getByRole("link");
    expect(await getStyle(current.nth(1), "backgroundColor")).not.toBe(
      await getStyle(current.nth(2), "backgroundColor"),
    );
  }
});
