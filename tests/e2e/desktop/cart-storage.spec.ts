/** The cart in a browser that has no storage for it, and in two tabs that share one. */
import type { Page } from "@playwright/test";
import { asCart, cartLine, expect, expectLogged, remember, storedCart, test } from "../support/shopper.ts";

const badge = (page: Page) => page.getByRole("banner").getByTestId("cart-count");
const quantityOf = (page: Page, { name }: { name: string }) =>
  page.getByLabel(`Quantité de ${name}`, { exact: true });

test("without a storage the cart works as long as the page lives, and the failure is only logged", async ({
  page,
  goods,
  pageErrors,
}) => {
  const drill = await goods();
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("storage is switched off", "SecurityError");
      },
    });
  });
  await page.goto(`/product/${drill.slug}`);
  const add = page.getByRole("button", { name: "Ajouter au panier" }).locator("visible=true").first();
  await add.click();
  await expect(badge(page)).toHaveText("1");
  await add.click();
  await expect(badge(page)).toHaveText("2");
  await page.getByRole("banner").getByRole("link", { name: "Panier : 2 articles" }).click();
  await expect(quantityOf(page, drill)).toHaveValue("2");
  await page.getByRole("button", { name: `Augmenter la quantité de ${drill.name}` }).click();
  await expect(badge(page)).toHaveText("3");
  await expectLogged(pageErrors, /^local storage cannot be read/);
  await expectLogged(pageErrors, /cart: local storage cannot be read/);
  await expectLogged(pageErrors, /cart: local storage cannot be written/);
});

test("two tabs show and change one cart", async ({ page, context, goods }) => {
  const [drill, pipe] = [await goods(), await goods()];
  await remember(page, asCart(cartLine(drill)));
  await page.goto("/cart");
  await expect(quantityOf(page, drill)).toHaveValue("1");

  const other = await context.newPage();
  await other.goto(`/product/${pipe.slug}`);
  await expect(badge(other)).toHaveText("1");
  await other.getByRole("button", { name: "Ajouter au panier" }).locator("visible=true").first().click();
  await expect(quantityOf(page, pipe)).toHaveValue("1");
  await expect(badge(page)).toHaveText("2");

  await page.getByRole("button", { name: `Augmenter la quantité de ${drill.name}` }).click();
  await expect(badge(other)).toHaveText("3");
  expect(await storedCart(other)).toEqual([cartLine(drill, 2), cartLine(pipe)]);

  await page.getByRole("button", { name: "Vider le panier" }).click();
  await expect(badge(other)).toHaveCount(0);
});
