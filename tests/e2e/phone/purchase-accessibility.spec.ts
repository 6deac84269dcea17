/** axe audits of the purchase with its errors, and of its confirmation. */
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import {
  getConfirmButton,
  openCheckout,
  setLocalStorage,
  signInOverApi,
  toSessionEntry,
} from "#tests/support/e2e/customer.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";

const ORDERS = "**/rest/v1/orders*";

test("axe: a cart with corrected lines", { tag: "@long" }, async ({ page, createProduct }) => {
  const [gone, short] = [await createProduct({ stock: 0 }), await createProduct({ stock: 2, price: 9000 })];
  await setLocalStorage(
    page,
    toCartEntry(toCartLine({ ...gone, stock: 4 }), toCartLine({ ...short, price: 8000, stock: 9 }, 6)),
  );
  await page.goto("/cart");
  await expect(page.getByRole("button", { name: "Compris" })).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: the checkout with its errors, a rejected order, and the confirmation", async ({
  page,
  shop,
  createProduct,
  customer,
  pageErrors,
}) => {
  const account = await customer();
  const drill = await createProduct();
  await setLocalStorage(page, {
    ...toCartEntry(toCartLine(drill)),
    ...toSessionEntry(await signInOverApi(shop, account)),
  });
  await page.goto("/checkout");
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
  await getConfirmButton(page).click();
  await expect(page.getByLabel("Adresse")).toHaveAttribute("aria-invalid", "true");
  await expectNoAxeViolations(page);

  await openCheckout(page, shop, account, toCartLine(drill));
  await page.route(ORDERS, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await getConfirmButton(page).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("alert")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.unroute(ORDERS);
  await getConfirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, /status of 500|order/i);
});

test("axe: sold-out products, and products after a failed read", { tag: "@long" }, async ({
  page,
  products,
  revokeRead,
  pageErrors,
}) => {
  const { slug } = await products.add({ name: "Épuisé", stock: 0 });
  await page.goto(`/product/${slug}`);
  await expect(page.getByRole("main").getByRole("button", { name: "Me prévenir" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(`/products?search=${products.uniqueWord}`);
  await expectNoAxeViolations(page);
  await revokeRead("products");
  for (const path of ["/", "/products", `/product/${slug}`]) {
    await gotoUncached(page, path);
    // The home page reports the error in the block, the other pages in a toast.
    await expect(page.getByRole("alert").first()).toBeVisible();
    await expectNoAxeViolations(page);
  }
  allowErrors(pageErrors, /^Failed to load resource|recently viewed products/);
});
