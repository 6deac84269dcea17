/** The cart without local storage, and in two tabs that share it. */
import type { Page } from "@playwright/test";
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { readStoredCart, setLocalStorage } from "#tests/support/e2e/customer.ts";
import { expect, expectLoggedError, test } from "#tests/support/e2e/fixtures.ts";

const getCartCount = (page: Page) => page.getByRole("banner").getByTestId("cart-count");
const getQuantity = (page: Page, { name }: { name: string }) =>
  page.getByLabel(`Quantité de ${name}`, { exact: true });

test("without local storage the cart works until the page is left, and the failure is only logged", async ({
  page,
  createProduct,
  pageErrors,
}) => {
  const drill = await createProduct();
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
  await expect(getCartCount(page)).toHaveText("1");
  await add.click();
  await expect(getCartCount(page)).toHaveText("2");
  await page.getByRole("banner").getByRole("link", { name: "Panier : 2 articles" }).click();
  await expect(getQuantity(page, drill)).toHaveValue("2");
  await page.getByRole("button", { name: `Augmenter la quantité de ${drill.name}` }).click();
  await expect(getCartCount(page)).toHaveText("3");
  await expectLoggedError(pageErrors, /^local storage cannot be read/);
  await expectLoggedError(pageErrors, /cart: local storage cannot be read/);
  await expectLoggedError(pageErrors, /cart: local storage cannot be written/);
});

test("two tabs show and change one cart", async ({ page, context, createProduct }) => {
  const [drill, pipe] = [await createProduct(), await createProduct()];
  await setLocalStorage(page, toCartEntry(toCartLine(drill)));
  await page.goto("/cart");
  await expect(getQuantity(page, drill)).toHaveValue("1");

  const other = await context.newPage();
  await other.goto(`/product/${pipe.slug}`);
  await expect(getCartCount(other)).toHaveText("1");
  await other.getByRole("button", { name: "Ajouter au panier" }).locator("visible=true").first().click();
  await expect(getQuantity(page, pipe)).toHaveValue("1");
  await expect(getCartCount(page)).toHaveText("2");

  await page.getByRole("button", { name: `Augmenter la quantité de ${drill.name}` }).click();
  await expect(getCartCount(other)).toHaveText("3");
  expect(await readStoredCart(other)).toEqual([toCartLine(drill, 2), toCartLine(pipe)]);

  await page.getByRole("button", { name: "Vider le panier" }).click();
  await expect(getCartCount(other)).toHaveCount(0);
});
