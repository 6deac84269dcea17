/** The paper that goes with an order. */
import { orderFor } from "../support/account.ts";
import { panelOf } from "../support/admin-orders.ts";
import { expect, openOffice, test } from "../support/office.ts";

test("the delivery slip is printed without anything around it", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const drill = await goods();
  const order = await orderFor(shop, await customer(), { lines: [{ goods: drill, quantity: 2 }] });
  await openOffice(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  await panelOf(page, order).getByRole("link", { name: "Bon de livraison" }).click();
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
