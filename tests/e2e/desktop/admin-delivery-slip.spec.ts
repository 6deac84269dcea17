/** The delivery slip of an order, in print. */
import { createCustomerOrder } from "#tests/support/e2e/account.ts";
import { openAdmin } from "#tests/support/e2e/admin.ts";
import { getPanel } from "#tests/support/e2e/admin-orders.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";

test("the delivery slip is printed without the admin layout", async ({
  page,
  shop,
  createProduct,
  customer,
  administrator,
}) => {
  const drill = await createProduct();
  const order = await createCustomerOrder(shop, await customer(), {
    lines: [{ product: drill, quantity: 2 }],
  });
  await openAdmin(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  await getPanel(page, order).getByRole("link", { name: "Bon de livraison" }).click();
  const slip = page.getByRole("article", { name: "Bon de livraison" });
  await expect(slip).toContainText(drill.name);
  await expect(page).toHaveTitle(`Bon de livraison ${order.number} | Yaaré`);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Imprimer" }).click();
  await expect(page.locator("body[data-printed]")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Imprimer" })).toBeHidden();
  await expect(slip).toBeVisible();
  const seen = await page.evaluate(() =>
    [...document.body.children]
      .filter((element) => element.checkVisibility())
      .map(({ localName }) => localName),
  );
  expect(seen).toEqual(["main"]);
});
