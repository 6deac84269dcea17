/** An order for a call, entered with the keyboard alone: from the number to the total, with a scanned article. */
import { randomUUID } from "node:crypto";
import { openAdmin } from "#tests/support/e2e/admin.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { createProduct } from "#tests/support/products.ts";

test("an order is entered with the keyboard alone", async ({ page, shop, administrator }) => {
  const reference = `REF-${randomUUID().slice(0, 8)}`;
  const product = await createProduct(shop.sql, { price: 7000, reference });
  await openAdmin(page, shop, await administrator(), "/admin/orders/new");
  const { keyboard } = page;
  const search = page.getByLabel("Ajouter un article");
  /** Tabs on until this control has the focus. */
  const tabTo = async (control: typeof search) => {
    for (let step = 0; step < 25; step += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press("Tab");
    }
    await expect(control).toBeFocused();
  };

  await page.getByLabel("Téléphone").focus();
  await keyboard.type("70 99 11 22");
  await keyboard.press("Tab");
  await keyboard.type("Moussa Clavier");
  await expect(page.getByText("Nouveau numéro")).toBeVisible();
  await tabTo(page.getByLabel("Appel"));
  await keyboard.press("ArrowRight");
  await expect(page.getByLabel("WhatsApp")).toBeChecked();
  await tabTo(search);
  // A scanner types the code and sends Enter at once; the second article is chosen in the list.
  await keyboard.type(reference);
  await keyboard.press("Enter");
  await expect(page.getByLabel(`Quantité de ${product.name}`)).toHaveValue("1");
  await expect(search).toBeFocused();
  await keyboard.type(product.name);
  await expect(page.getByRole("option").first()).toBeVisible();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(page.getByLabel(`Quantité de ${product.name}`)).toHaveValue("2");
  await tabTo(page.getByLabel("Ville"));
  await keyboard.type("Ouagadougou");
  await tabTo(page.getByLabel("Adresse"));
  await keyboard.type("Pissy, portail bleu");
  await expect(page.getByText(/16\s000\s*XOF/).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Passer la commande" }).focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /^Commande ORD-\d+ passée$/ })).toBeVisible();
  await expectNoAxeViolations(page);
  const [order] = await shop.sql<{ total_amount: number; source: string }[]>`
    select total_amount, source from public.orders where customer_name = 'Moussa Clavier'`;
  expect(order).toEqual({ total_amount: 16_000, source: "whatsapp" });
});
