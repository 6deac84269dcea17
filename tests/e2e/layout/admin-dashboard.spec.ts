/**
 * The layout of the dashboard: a chart with a pointer and keyboard tooltip, and a table with status colors.
 */
import { createCustomerOrder } from "#tests/support/e2e/account.ts";
import { openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test, testAtBothSizes } from "#tests/support/e2e/fixtures.ts";
import { focusByTab, pressEnterOn, pressKey } from "#tests/support/e2e/keyboard.ts";

testAtBothSizes(() => {
  test("the chart follows keys and pointer, the period select retains the focus, and the latest orders fit", async ({
    page,
    shop,
    createProduct,
    customer,
    administrator,
  }) => {
    const account = await customer();
    const lines = [{ product: await createProduct({ price: 61_750, stock: 50 }), quantity: 1 }];
    const now = Date.now();
    for (const [age, status] of ["completed", "processing", "pending", "cancelled", "completed"].entries()) {
      await createCustomerOrder(shop, account, {
        lines,
        status,
        created_at: new Date(now - age).toISOString(),
        ...(status === "cancelled" ? { cancellation_reason: "Injoignable" } : {}),
      });
    }
    await openAdmin(page, shop, await administrator(), "/admin/dashboard?days=7");
    const sales = page.getByRole("region", { name: "Ventes par jour" });
    const slider = sales.getByRole("slider", { name: "Jour" });
    await focusByTab(page, slider);
    await pressKey(page, "Home");
    await expect(slider).toHaveAttribute("aria-valuenow", "1");
    await pressKey(page, "ArrowRight");
    await expect(slider).toHaveAttribute("aria-valuenow", "2");
    const box = await slider.boundingBox();
    if (!box) throw new Error("no chart");
    await page.mouse.move(box.x + box.width - 2, box.y + 20);
    await expect(slider).toHaveAttribute("aria-valuenow", "7");
    await pressEnterOn(page, sales.getByText("Voir les chiffres en tableau"));
    await expect(sales.getByRole("table", { name: "Ventes par jour" }).getByRole("row")).toHaveCount(8);
    const period = page.getByRole("navigation", { name: "Période" }).getByRole("link", { name: "90 jours" });
    await pressEnterOn(page, period, "Shift+Tab");
    await expect(page).toHaveURL("/admin/dashboard?days=90");
    await expect(page.getByRole("region", { name: "Meilleures ventes sur 90 jours" })).toBeVisible();
    await expect(period).toBeFocused();

    const table = page.getByRole("table", { name: "Les dernières commandes" });
    const hidden = await table.evaluate(({ parentElement: around }) =>
      around ? around.scrollWidth - around.clientWidth : 1,
    );
    expect(hidden).toBeLessThanOrEqual(0);
    const colors = await table
      .locator(".badge")
      .evaluateAll((badges) =>
        badges.map((badge) => [badge.textContent, getComputedStyle(badge).backgroundColor]),
      );
    const [green, blue, amber] = ["rgb(227, 242, 233)", "rgb(228, 236, 249)", "rgb(253, 240, 207)"];
    expect(colors).toEqual([
      ["Terminée", green],
      ["En cours", blue],
      ["En attente", amber],
      ["Annulée", amber],
      ["Terminée", green],
    ]);
  });
});
