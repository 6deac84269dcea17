/** The customer's orders on a phone and on a desktop: the list, the details, ordering again, and paper. */
import type { Locator, Page } from "@playwright/test";
import {
  errorToast,
  expectProfile,
  ORDERS,
  ORDERS_ASKED,
  openAs,
  orderFor,
  orders,
  tab,
  tabTo,
  toasts,
} from "../support/account.ts";
import { asCart, cartLine, expect, francs, remember, storedCart, test } from "../support/shopper.ts";

const dialogOf = (page: Page, number: string) => page.getByRole("dialog", { name: `Commande ${number}` });

test("without orders the tab says so and leads to the goods", async ({ page, shop, customer }) => {
  await openAs(page, shop, await customer());
  await expectProfile(page);
  await tab(page, "Commandes").click();
  await expect(page.getByRole("heading", { name: "Aucune commande pour le moment" })).toBeVisible();
  await page.getByRole("link", { name: "Découvrir nos produits" }).click();
  await expect(page).toHaveURL("/products");
});

test("orders are listed newest first and ten at a time, each once", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const screw = await goods({ price: 500, stock: 40 });
  const placed: string[] = [];
  // Several of the same moment stand around the end of the first page.
  for (const day of [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 10]) {
    const created_at = `2026-08-${String(30 - day).padStart(2, "0")}T10:00:00.123456Z`;
    const { number } = await orderFor(shop, known, { lines: [{ goods: screw, quantity: 1 }], created_at });
    placed.push(number);
  }
  await openAs(page, shop, known, ORDERS);
  await expect(orders(page)).toHaveCount(10);
  await expect(orders(page).getByRole("heading").first()).toHaveText(placed[0] ?? "");
  await expect(page.getByText("10 commandes affichées")).toBeAttached();
  const more = page.getByRole("button", { name: "Voir plus" });
  await tabTo(page, more);
  await page.keyboard.press("Enter");
  await expect(orders(page)).toHaveCount(13);
  await expect(more).toBeHidden();
  await expect(orders(page).nth(10).getByRole("link")).toBeFocused();
  const shown = await orders(page).getByRole("heading").allTextContents();
  expect(shown.slice(0, 8)).toEqual(placed.slice(0, 8));
  expect(shown.at(-1)).toBe(placed.at(-1));
  expect(shown.toSorted()).toEqual(placed.toSorted());
});

/** Which colour a reader would call its background. */
async function toneOf(badge: Locator): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await badge.evaluate((element) =>
    (getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []).map(Number),
  );
  if (green > red && green > blue) return "green";
  if (blue > red && blue > green) return "blue";
  return red > green && green > blue ? "orange" : "other";
}

test("an order shows its number, the beginning of its id, date, pieces, total and status", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const screw = await goods({ price: 12_500, stock: 40 });
  const expected = [
    ["pending", "En attente", "orange"],
    ["processing", "En cours", "blue"],
    ["completed", "Livré", "green"],
    ["cancelled", "Annulé", "orange"],
  ] as const;
  const placed = [];
  for (const [index, [status]] of expected.entries()) {
    placed.push(
      await orderFor(shop, known, {
        lines: [{ goods: screw, quantity: 2 }],
        status,
        created_at: `2026-08-0${9 - index}T23:30:00Z`,
        ...(status === "cancelled" && { cancellation_reason: "Adresse introuvable" }),
      }),
    );
  }
  await openAs(page, shop, known, ORDERS);
  await expect(orders(page)).toHaveCount(4);
  for (const [index, [, label, tone]] of expected.entries()) {
    const order = orders(page).nth(index);
    await expect(order).toContainText(placed[index]?.number ?? "no order");
    await expect(
      order.getByText(`${9 - index} août 2026 · n° ${placed[index]?.id.slice(0, 8)}`, { exact: true }),
    ).toBeVisible();
    await expect(order).toContainText("2 articles");
    await expect(order).toContainText(francs(27_000));
    const badge = order.getByText(label, { exact: true });
    await expect(badge).toBeVisible();
    expect(await toneOf(badge), label).toBe(tone);
  }
});

test("a status that the shop does not know is shown as it is, in orange", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  await orderFor(shop, known, { lines: [{ goods: await goods(), quantity: 1 }] });
  await page.route(ORDERS_ASKED, async (route) => {
    const response = await route.fetch();
    const rows: object[] = await response.json();
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, status: "on-the-road" })) });
  });
  await openAs(page, shop, known, ORDERS);
  const badge = orders(page).getByText("on-the-road", { exact: true });
  await expect(badge).toBeVisible();
  expect(await toneOf(badge)).toBe("orange");
});

test("the orders of the profile's e-mail are asked for, newest first", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const screw = await goods({ stock: 40 });
  const lines = [{ goods: screw, quantity: 1 }];
  const own = await orderFor(shop, known, { lines });
  const former = await orderFor(shop, known, { lines });
  await shop.sql`update orders set customer_email = 'autrefois@exemple.bf' where id = ${former.id}`;
  await shop.sql`update profiles set email = 'autrefois@exemple.bf' where id = ${known.id}`;
  const asked = page.waitForRequest(/\/rest\/v1\/orders\?.*autrefois/);
  await openAs(page, shop, known, ORDERS);
  const { searchParams } = new URL((await asked).url());
  expect(searchParams.get("order")).toBe("created_at.desc,id.asc");
  expect(searchParams.get("limit")).toBe("11");
  await expect(orders(page)).toHaveCount(1);
  await expect(orders(page)).toContainText(former.number);
  await expect(orders(page)).not.toContainText(own.number);
});

test("an order opens in a dialog with everything about it, by keyboard, and closes the same way", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const [drill, screw] = [
    await goods({ name: "Perceuse à colonne", price: 45_000 }),
    await goods({ price: 500 }),
  ];
  const order = await orderFor(shop, known, {
    lines: [
      { goods: drill, quantity: 1 },
      { goods: screw, quantity: 4 },
    ],
    status: "cancelled",
    cancellation_reason: "Vous avez demandé l'annulation par téléphone.",
    notes: "Appeler avant\nde venir",
    created_at: "2026-08-01T10:00:00Z",
  });
  await openAs(page, shop, known, ORDERS);
  const details = page.getByRole("link", { name: `Détails de la commande ${order.number}` });
  await tabTo(page, details);
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page, order.number);
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(`${ORDERS}&commande=${order.id}`);
  await expect(dialog).toContainText("Passée le 1 août 2026");
  await expect(dialog).toContainText(`n° ${order.id.slice(0, 8)}`);
  await expect(dialog).toContainText("Annulé");
  await expect(dialog).toContainText("Vous avez demandé l'annulation par téléphone.");
  const lines = dialog.getByRole("list", { name: "Articles" }).getByRole("listitem");
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText("Perceuse à colonne");
  await expect(lines.first()).toContainText(francs(45_000));
  await expect(lines.last()).toContainText("4 ×");
  await expect(lines.last()).toContainText(francs(2000));
  const picture = lines.first().locator("img");
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(dialog.getByRole("definition")).toHaveText([
    francs(47_000),
    francs(2000),
    francs(49_000),
    "Fatou SawadogoPatte d'Oie, portail bleuOuagadougou+226 76 54 32 10",
    "Paiement à la livraison",
    /Appeler avant\s+de venir/,
  ]);
  const { width = 0 } = (await dialog.boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(560);

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(ORDERS);
  await expect(details).toBeFocused();
});

test("the dialog is a step of the history: back closes it, a reload keeps it", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const order = await orderFor(shop, known, { lines: [{ goods: await goods(), quantity: 1 }] });
  const dialog = dialogOf(page, order.number);
  await openAs(page, shop, known, ORDERS);
  await orders(page).getByRole("link").click();
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

  await page.goto(`${ORDERS}&commande=${order.id}`);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Fermer" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(ORDERS);
  await page.goto(`${ORDERS}&commande=nonsense`);
  await expect(orders(page)).toHaveCount(1);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the other documented shape of an address is read too", async ({ page, shop, goods, customer }) => {
  const known = await customer();
  const order = await orderFor(shop, known, { lines: [{ goods: await goods(), quantity: 1 }] });
  const address = {
    street: "Rue 15.42",
    city: "Ouagadougou",
    state: "Kadiogo",
    postalCode: "01 BP 12",
    country: "Burkina Faso",
  };
  await shop.sql`update orders set shipping_address = ${shop.sql.json(address)} where id = ${order.id}`;
  await openAs(page, shop, known, `${ORDERS}&commande=${order.id}`);
  await expect(dialogOf(page, order.number).getByRole("definition").nth(3)).toHaveText(
    "Fatou SawadogoRue 15.4201 BP 12 OuagadougouKadiogoBurkina Faso+226 76 54 32 10",
  );
});

test("an order is put into the cart again, at today's prices and as far as there is stock", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const [drill, screw, glue, saw] = [
    await goods({ name: "Perceuse", price: 45_000 }),
    await goods({ name: "Vis", price: 500 }),
    await goods({ name: "Colle" }),
    await goods({ name: "Scie" }),
  ];
  const order = await orderFor(shop, known, {
    lines: [drill, screw, glue, saw].map((line) => ({ goods: line, quantity: 3 })),
  });
  await shop.sql`update products set price = 48000 where id = ${drill.id}`;
  await shop.sql`update products set stock = 2 where id = ${screw.id}`;
  await shop.sql`update products set stock = 0 where id = ${glue.id}`;
  await remember(page, asCart(cartLine(saw)));
  await openAs(page, shop, known, `${ORDERS}&commande=${order.id}`);
  await tabTo(page, page.getByRole("button", { name: "Commander à nouveau" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/cart");
  await expect(toasts(page)).toContainText([
    "Articles remis au panierLes prix sont ceux d'aujourd'hui. Plus en vente : Colle. Quantité réduite au stock : Vis.",
  ]);
  const cart = await storedCart(page);
  expect(cart.map(({ id, quantity, price }) => ({ id, quantity, price }))).toEqual([
    { id: saw.id, quantity: 1, price: 12_500 },
    { id: drill.id, quantity: 3, price: 48_000 },
    { id: screw.id, quantity: 2, price: 500 },
  ]);

  await shop.sql`update products set stock = 0 where id = any (${[drill.id, screw.id, saw.id]})`;
  await page.goto(`${ORDERS}&commande=${order.id}`);
  await page.getByRole("button", { name: "Commander à nouveau" }).click();
  await expect(dialogOf(page, order.number).getByRole("alert")).toHaveText(
    "Les articles de cette commande ne sont plus en vente.",
  );
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

test("nobody reads another's order, and an address without one says so", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const [owner, other] = [await customer(), await customer()];
  const order = await orderFor(shop, owner, { lines: [{ goods: await goods(), quantity: 1 }] });
  await page.goto(`/account/orders/${order.id}`);
  await expect(page).toHaveURL(`/login?returnUrl=/account/orders/${order.id}`);
  await openAs(page, shop, other, `/account/orders/${order.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Commande introuvable");
  await expect(page.getByRole("main")).not.toContainText(order.number);
  await expect(errorToast(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Voir mes commandes" }).click();
  await expect(page).toHaveURL(ORDERS);
});
