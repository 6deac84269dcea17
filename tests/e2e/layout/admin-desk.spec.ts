/** The desk: the live counts, working with keys, and the layout of its screens. */
import { createCustomerOrder } from "#tests/support/e2e/account.ts";
import { openAdmin } from "#tests/support/e2e/admin.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { expect, test, testAtBothSizes } from "#tests/support/e2e/fixtures.ts";
import { pressKey } from "#tests/support/e2e/keyboard.ts";
import { listLayoutIssues } from "#tests/support/e2e/layout-issues.ts";

testAtBothSizes(() => {
  test("an order arrives in the queue, is confirmed by a key, and picked", async ({
    page,
    shop,
    createProduct,
    customer,
    administrator,
  }) => {
    const account = await customer();
    const product = await createProduct({ price: 61_750, stock: 50 });
    const lines = [{ product, quantity: 2 }];
    const place = () => createCustomerOrder(shop, account, { lines });
    async function expectSoundScreen() {
      expect(await listLayoutIssues(page)).toEqual([]);
      await expectNoAxeViolations(page);
    }
    // Its queue has nothing else.
    await shop.sql`
      update orders set status = 'cancelled', cancellation_reason = 'Essai' where status = 'pending'`;
    const first = await place();
    await openAdmin(page, shop, await administrator(), "/admin/desk/confirm");
    const link = page.getByRole("navigation", { name: "Files" }).getByRole("link", { name: /^À confirmer/ });
    await expect(link).toHaveText("À confirmer1");
    const second = await place();
    await expect(link).toHaveText("À confirmer2");
    await expect(page.getByRole("link", { name: second.number })).toBeVisible();
    await expectSoundScreen();

    await page.getByRole("button", { name: "Prendre la suivante" }).click();
    await expect(page.getByRole("region", { name: `Commande ${first.number}` })).toBeFocused();
    await expectSoundScreen();
    await pressKey(page, "1");
    await expect(page.getByRole("region", { name: `Commande ${second.number}` })).toBeFocused();

    await page.goto("/admin/picking");
    await page.getByLabel(`Choisir ${first.number}`).check();
    await page.getByRole("button", { name: "Faire la liste" }).click();
    await page.getByLabel(`${product.name}, 2`).check();
    await expectSoundScreen();
    await page.getByRole("button", { name: "Préparée" }).click();
    await expect(page.getByText("1 commande préparée")).toBeVisible();
    await page.goto(`/admin/orders/${first.id}`);
    await expect(page.getByRole("list", { name: "Historique" }).getByText("Préparée")).toBeVisible();
    await expectSoundScreen();
  });
});
