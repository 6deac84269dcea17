/** The customer's orders on a phone: their colours, the details over the list, ordering again, and paper. */
import type { Locator } from "@playwright/test";
import { ORDERS, openAs, orderFor, orders, tabTo, toasts } from "../support/account.ts";
import { expect, francs, test } from "../support/shopper.ts";

/** Which colour a reader would call its background. */
async function toneOf(badge: Locator): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await badge.evaluate((element) =>
    (getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []).map(Number),
  );
  if (green > red && green > blue) return "green";
  if (blue > red && blue > green) return "blue";
  return red > green && green > blue ? "orange" : "other";
}

test("the badge of an order is green once it is delivered, blue while it is in hand, else orange", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const lines = [{ goods: await goods(), quantity: 1 }];
  const expected = [
    ["pending", "En attente", "orange"],
    ["processing", "En cours", "blue"],
    ["completed", "Livré", "green"],
    ["cancelled", "Annulé", "orange"],
  ] as const;
  for (const [status] of expected) {
    await orderFor(shop, known, {
      lines,
      status,
      ...(status === "cancelled" && { cancellation_reason: "Adresse introuvable" }),
    });
  }
  await openAs(page, shop, known, ORDERS);
  for (const [, label, tone] of expected) {
    const badge = orders(page).getByText(label, { exact: true });
    await expect(badge).toBeVisible();
    expect(await toneOf(badge), label).toBe(tone);
  }
});

test("an order opens in a dialog by keyboard, is a step of the history, and is ordered again", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const order = await orderFor(shop, known, { lines: [{ goods: await goods(), quantity: 1 }] });
  await openAs(page, shop, known, ORDERS);
  const details = page.getByRole("link", { name: `Détails de la commande ${order.number}` });
  const dialog = page.getByRole("dialog", { name: `Commande ${order.number}` });
  await tabTo(page, details);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(`${ORDERS}&commande=${order.id}`);
  const image = dialog.getByRole("list", { name: "Articles" }).locator("img");
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const { width = 0 } = (await dialog.boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(560);

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(ORDERS);
  await expect(details).toBeFocused();

  await details.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(ORDERS);
  await page.goForward();
  await page.reload();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Fermer" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(ORDERS);

  await details.click();
  await tabTo(page, dialog.getByRole("button", { name: "Commander à nouveau" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/cart");
  await expect(toasts(page)).toContainText(["Articles remis au panier"]);
});

test("an order has a page of its own for paper, with nothing else on it", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const order = await orderFor(shop, known, {
    lines: [{ goods: await goods({ name: "Perceuse", price: 45_000 }), quantity: 1 }],
  });
  await openAs(page, shop, known, `${ORDERS}&commande=${order.id}`);
  await page.getByRole("link", { name: "Version imprimable" }).click();
  await expect(page).toHaveURL(`/account/orders/${order.id}`);
  await expect(page).toHaveTitle(`Commande ${order.number} | Yaaré`);
  const sheet = page.getByRole("article", { name: `Commande ${order.number}` });
  await expect(sheet).toContainText("Perceuse");
  await expect(sheet).toContainText(francs(47_000));
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
  await expect(page).toHaveURL(ORDERS);
});
