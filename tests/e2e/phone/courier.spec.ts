/** A courier's run on a phone: driven without a network, over a restart, and sent when the network is back. */
import { createAdministrator } from "#tests/support/accounts.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { setLocalStorage, signInOverApi, toSessionEntry } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { allowErrors } from "#tests/support/errors.ts";
import { createPreparedOrder, getDelivery, sendOutOrders } from "#tests/support/runs.ts";

test.use({ serviceWorkers: "allow" });

test("a run is driven offline with a restart, then sent, and counts once", async ({
  page,
  context,
  shop,
  customer,
  createProduct,
  pageErrors,
}) => {
  const product = await createProduct({ price: 5000, stock: 20 });
  const awa = await customer();
  const issa = await createAdministrator(shop.sql, "Issa Ouédraogo", "courier");
  const first = await createPreparedOrder(shop.sql, awa, product);
  const second = await createPreparedOrder(shop.sql, awa, product);
  await sendOutOrders(shop.sql, issa, [first, second]);
  await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, issa)));

  await page.goto("/courier");
  const stops = page.getByRole("article");
  await expect(stops).toHaveCount(2);
  await expectNoAxeViolations(page);
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match("/courier", { ignoreVary: true }))))
    .toBe(true);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");

  await context.setOffline(true);
  await page.reload();
  await expect(stops).toHaveCount(2);
  await stops.first().getByRole("button", { name: "Livrée", exact: true }).click();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await stops.first().getByRole("button", { name: "Refusée" }).click();
  await page.getByLabel("Prix contesté").check();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("2 à envoyer")).toBeVisible();
  expect(await getDelivery(shop.sql, first)).toMatchObject({ stage: "on_road", events: [] });

  await page.reload();
  await expect(page.getByText("2 à envoyer")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Tout est envoyé")).toBeVisible();
  await expect(page.getByText("Envoyé", { exact: true })).toHaveCount(2);
  await page.reload();
  await expect(page.getByText("Envoyé", { exact: true })).toHaveCount(2);
  expect(await getDelivery(shop.sql, first)).toEqual({
    stage: "delivered",
    paid_amount: first.total_amount,
    events: [{ kind: "delivered", conflict: null }],
  });
  expect(await getDelivery(shop.sql, second)).toMatchObject({ stage: "refused", paid_amount: 0 });
  allowErrors(pageErrors, /ERR_INTERNET_DISCONNECTED/);
});
