/** The paper that goes with an order. */
import { orderFor } from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, francs, openOffice, test } from "../support/office.ts";
import { panelOf } from "../support/office-orders.ts";

test("the delivery slip says what the courier needs, on paper without anything around it", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
  isMobile,
}) => {
  const drill = await goods({ price: 12_500 });
  const order = await orderFor(shop, await customer(), {
    lines: [{ goods: drill, quantity: 2 }],
    notes: "En face de la pharmacie",
  });
  await shop.sql`
    update orders set payment_info = jsonb_set(payment_info, '{items,0,options}', '{"Couleur": "bleu"}')
    where id = ${order.id}`;
  const [settings] = await shop.sql<
    { shop_name: string; phone: string }[]
  >`select shop_name, phone from shop_settings`;
  await openOffice(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  await panelOf(page, order).getByRole("link", { name: "Bon de livraison" }).click();
  const slip = page.getByRole("article", { name: "Bon de livraison" });
  for (const text of [
    order.number,
    order.id.slice(0, 8),
    settings?.shop_name,
    settings?.phone,
    "Fatou Sawadogo",
  ]) {
    await expect(slip).toContainText(text ?? "no settings");
  }
  await expect(slip).toContainText("Patte d'Oie, portail bleu");
  await expect(slip).toContainText("+226 76 54 32 10");
  await expect(slip).toContainText("En face de la pharmacie");
  const line = slip.getByRole("row").filter({ hasText: drill.name });
  await expect(line.getByRole("cell").first()).toHaveText("2");
  await expect(line).toContainText(francs(25_000));
  await expect(line).toContainText("Couleur : bleu");
  await expect(slip.getByText("À encaisser en espèces")).toBeVisible();
  await expect(slip).toContainText(francs(order.total_amount));
  await expect(slip.getByText("Signature du client")).toBeVisible();
  await expect(page).toHaveTitle(`Bon de livraison ${order.number} | Yaaré`);
  await expectNoFindings(page);
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
  if (isMobile) return;
  await page.emulateMedia({ media: "screen" });
  await shop.sql`update orders set status = 'completed' where id = ${order.id}`;
  await page.reload();
  await expect(page.getByText("Cette commande est terminée : il n'y a plus rien à livrer.")).toBeVisible();
  await page.goto("/admin/orders/none/slip");
  await expect(page.getByRole("heading", { name: "Commande introuvable" })).toBeVisible();
  await expectNoFindings(page);
});
