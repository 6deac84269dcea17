/** Names of one long word, as people type them: they break, and no screen or list is wider than the window. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { createAdministrator } from "#tests/support/accounts.ts";
import { openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";
import { listLayoutIssues } from "#tests/support/e2e/layout-issues.ts";
import { createPreparedOrder, sendOutOrders } from "#tests/support/runs.ts";

const WORD = "Anticonstitutionnellementhydroélectromécanothermodynamique";

/** Lists that have to be scrolled sideways. */
function listWideCards(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".card")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map((card) => card.textContent?.slice(0, 60)),
  );
}

test("long words break on public pages and in the admin area", async ({
  page,
  shop,
  technicians,
  createProduct,
  customer,
  administrator,
  onTestEnd,
}) => {
  const { sql } = shop;
  const pickupPoint = randomUUID();
  const testimonial = randomUUID();
  onTestEnd(async () => {
    await sql`delete from pickup_points where id = ${pickupPoint}`;
    await sql`delete from testimonials where id = ${testimonial}`;
  });
  await sql`
    insert into pickup_points (id, name, address, town) values (${pickupPoint}, ${WORD}, ${WORD}, 'Ouagadougou')`;
  await sql`insert into testimonials (id, name, role, content) values (${testimonial}, ${WORD}, ${WORD}, ${WORD})`;
  const technician = await technicians.add({ name: WORD, specialty: WORD, location: WORD });
  const courier = await createAdministrator(sql, WORD, "courier");
  const product = await createProduct({ stock: 50 });
  const order = await createPreparedOrder(sql, await customer(), product);
  const run = await sendOutOrders(sql, courier, [order], WORD);
  const [tracked] = await sql<{ token: string }[]>`select private.find_tracking_token(${order.id}) as token`;
  const expectSound = async (path: string) => {
    await expect.poll(() => listLayoutIssues(page), path).toEqual([]);
  };
  for (const path of ["/", "/delivery", `/technician/${technician.slug}`, `/order/${tracked?.token}`]) {
    await gotoUncached(page, path);
    await expectSound(path);
  }
  await openAdmin(page, shop, await administrator(WORD), `/admin/runs/${run}`);
  for (const path of [
    `/admin/runs/${run}`,
    `/admin/technicians?search=${technicians.uniqueWord}`,
    "/admin/orders/new",
    "/admin/audit",
  ]) {
    await page.goto(path);
    await expect(page.locator(".skeleton").filter({ visible: true })).toHaveCount(0);
    await expectSound(path);
    expect(await listWideCards(page), path).toEqual([]);
  }
  for (const [width, path] of [
    [1280, `/admin/technicians?search=${technicians.uniqueWord}`],
    [768, "/admin/audit"],
    [768, "/admin/users/administrators"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await expect(page.locator("table.admin-table").first()).toContainText(WORD);
    expect(await listWideCards(page), path).toEqual([]);
  }
  // A window of 1,280 px at 200 %.
  await page.setViewportSize({ width: 640, height: 450 });
  await page.goto(`/admin/products/edit/${product.id}`);
  await expect(page.getByRole("button", { name: "Enregistrer" })).toBeVisible();
  await expectSound("the product form");
});
