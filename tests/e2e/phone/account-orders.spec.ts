/** The customer's orders on a phone: status colors, the details dialog, reordering, and the print page. */
import type { Locator } from "@playwright/test";
import { createCustomerOrder, getOrders, ORDERS_PATH, openSignedIn } from "#tests/support/e2e/account.ts";
import { xofPattern } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { tabTo } from "#tests/support/e2e/keyboard.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";

/** The name of the badge's background color. */
async function getBadgeColor(badge: Locator): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await badge.evaluate((element) =>
    (getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []).map(Number),
  );
  if (green > red && green > blue) return "green";
  if (blue > red && blue > green) return "blue";
  return red > green && green > blue ? "orange" : "other";
}

test("the badge of an order is green when it is delivered, blue while it is processed, else orange", async ({
  page,
  shop,
  createProduct,
  customer,
}) => {
  const account = await customer();
  const lines = [{ product: await createProduct(), quantity: 1 }];
  const expected = [
    ["pending", "En attente", "orange"],
    ["processing", "En cours", "blue"],
    ["completed", "Livré", "green"],
    ["cancelled", "Annulé", "orange"],
  ] as const;
  for (const [status] of expected) {
    await createCustomerOrder(shop, account, {
      lines,
      status,
      ...(status === "cancelled" && { cancellation_reason: "Adresse introuvable" }),
    });
  }
  await openSignedIn(page, shop, account, ORDERS_PATH);
  for (const [, label, tone] of expected) {
    const badge = getOrders(page).getByText(label, { exact: true });
    await expect(badge).toBeVisible();
    expect(await getBadgeColor(badge), label).toBe(tone);
  }
});

test("an order opens in a dialog by keyboard, adds a history entry, and is ordered again", async ({
  page,
  shop,
  createProduct,
  customer,
}) => {
  const account = await customer();
  const order = await createCustomerOrder(shop, account, {
    lines: [{ product: await createProduct(), quantity: 1 }],
  });
  await openSignedIn(page, shop, account, ORDERS_PATH);
  const details = page.getByRole("link", { name: `Détails de la commande ${order.number}` });
  const dialog = page.getByRole("dialog", { name: `Commande ${order.number}` });
  await tabTo(page, details);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(`${ORDERS_PATH}&commande=${order.id}`);
  const image = dialog.getByRole("list", { name: "Articles" }).locator("img");
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const { width = 0 } = (await dialog.boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(560);

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(ORDERS_PATH);
  await expect(details).toBeFocused();

  await details.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(ORDERS_PATH);
  await page.goForward();
  await page.reload();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Fermer" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(ORDERS_PATH);

  await details.click();
  await tabTo(page, dialog.getByRole("button", { name: "Commander à nouveau" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/cart");
  await expect(getToasts(page)).toContainText(["Articles remis au panier"]);
});

test("an order has a print page with nothing else on it", async ({ page, shop, createProduct, customer }) => {
  const account = await customer();
  const order = await createCustomerOrder(shop, account, {
    lines: [{ product: await createProduct({ name: "Perceuse", price: 45_000 }), quantity: 1 }],
  });
  await openSignedIn(page, shop, account, `${ORDERS_PATH}&commande=${order.id}`);
  await page.getByRole("link", { name: "Version imprimable" }).click();
  await expect(page).toHaveURL(`/account/orders/${order.id}`);
  await expect(page).toHaveTitle(`Commande ${order.number} | Yaaré`);
  const sheet = page.getByRole("article", { name: `Commande ${order.number}` });
  await expect(sheet).toContainText("Perceuse");
  await expect(sheet).toContainText(xofPattern(47_000));
  await expect(sheet).toContainText("contact@yaare.bf");

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Imprimer" }).click();
  await expect(page.locator("body")).toHaveAttribute("data-printed");

  await page.emulateMedia({ media: "print" });
  for (const part of [
    page.getByRole("banner"),
    page.getByRole("contentinfo"),
    page.getByRole("button", { name: "Imprimer" }),
    page.getByRole("link", { name: "Mes commandes" }),
  ])
    await expect(part).toBeHidden();
  await expect(sheet).toBeVisible();
  const paint = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return { color, backgroundColor };
    });
  const plain = { color: "rgb(0, 0, 0)", backgroundColor: "rgba(0, 0, 0, 0)" };
  expect(await paint("html")).toEqual(plain);
  expect(await paint("article .badge")).toEqual(plain);
  await page.emulateMedia({ media: null });
  await page.getByRole("link", { name: "Mes commandes" }).click();
  await expect(page).toHaveURL(ORDERS_PATH);
});
