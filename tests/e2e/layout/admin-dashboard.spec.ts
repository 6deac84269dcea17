/** The dashboard as it is drawn: a chart that follows the pointer and the keys, a table with its colours. */
import { orderFor } from "../support/account.ts";
import { enter, press, reach } from "../support/keyboard.ts";
import { expect, openOffice, test } from "../support/office.ts";

test("the chart follows keys and pointer, the period keeps the focus, and the latest orders fit", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const known = await customer();
  const lines = [{ goods: await goods({ price: 61_750, stock: 50 }), quantity: 1 }];
  const now = Date.now();
  for (const [age, status] of ["completed", "processing", "pending", "cancelled", "completed"].entries()) {
    await orderFor(shop, known, {
      lines,
      status,
      created_at: new Date(now - age).toISOString(),
      ...(status === "cancelled" ? { cancellation_reason: "Injoignable" } : {}),
    });
  }
  await openOffice(page, shop, await administrator(), "/admin/dashboard?days=7");
  const sales = page.getByRole("region", { name: "Ventes par jour" });
  const slider = sales.getByRole("slider", { name: "Jour" });
  await reach(page, slider);
  await press(page, "Home");
  await expect(slider).toHaveAttribute("aria-valuenow", "1");
  await press(page, "ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuenow", "2");
  const box = await slider.boundingBox();
  if (!box) throw new Error("no chart");
  await page.mouse.move(box.x + box.width - 2, box.y + 20);
  await expect(slider).toHaveAttribute("aria-valuenow", "7");
  await enter(page, sales.getByText("Voir les chiffres en tableau"));
  await expect(sales.getByRole("table", { name: "Ventes par jour" }).getByRole("row")).toHaveCount(8);
  const period = page.getByRole("navigation", { name: "Période" }).getByRole("link", { name: "90 jours" });
  await enter(page, period, "Shift+Tab");
  await expect(page).toHaveURL("/admin/dashboard?days=90");
  await expect(page.getByRole("region", { name: "Meilleures ventes sur 90 jours" })).toBeVisible();
  await expect(period).toBeFocused();

  const table = page.getByRole("table", { name: "Les dernières commandes" });
  const hidden = await table.evaluate(({ parentElement: around }) =>
    around ? around.scrollWidth - around.clientWidth : 1,
  );
  expect(hidden).toBeLessThanOrEqual(0);
  const colours = await table
    .locator(".badge")
    .evaluateAll((badges) =>
      badges.map((badge) => [badge.textContent, getComputedStyle(badge).backgroundColor]),
    );
  const [green, blue, amber] = ["rgb(227, 242, 233)", "rgb(228, 236, 249)", "rgb(253, 240, 207)"];
  expect(colours).toEqual([
    ["Terminée", green],
    ["En cours", blue],
    ["En attente", amber],
    ["Annulée", amber],
    ["Terminée", green],
  ]);
});
