/** The lists of the admin area in the narrowest window: no text is upon another one or broken into its letters. */
import { expectScreen, openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";

test.use({ viewport: { width: 320, height: 640 } });

test("the name of a brand and the number of an order have their place", async ({
  page,
  shop,
  administrator,
}) => {
  await openAdmin(page, shop, await administrator(), "/admin/brands");
  await expectScreen(page, "Marques");
  const brand = page.getByText("Aquanova", { exact: true });
  expect((await brand.boundingBox())?.height).toBeLessThan(30);
  await page.goto(`${shop.url}/admin/orders`);
  await expectScreen(page, "Commandes");
  const row = page.getByRole("row").filter({ hasText: "ORD-" }).first();
  const number = await row.getByText(/^ORD-\d+$/).boundingBox();
  const amount = await row.getByText(/XOF$/).first().boundingBox();
  if (!number || !amount) throw new Error("the row has no number or no amount");
  const isBeside = number.x + number.width <= amount.x;
  expect(isBeside || number.y + number.height <= amount.y).toBe(true);
  // The date, on the other hand, is beside its amount and its status.
  const date = await row.locator("time").boundingBox();
  // An earlier test of the same shop may have processed the newest order.
  const status = await row.getByText(/^(PENDING|PROCESSING|COMPLETED|CANCELLED)$/).boundingBox();
  if (!date || !status) throw new Error("the row has no date or no status");
  expect(Math.min(amount.x, status.x) - date.x - date.width).toBeGreaterThan(7);
});
