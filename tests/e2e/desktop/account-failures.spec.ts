/** The account while the backend fails: every message of it, what stays usable, and another try. */
import type { Page, Route } from "@playwright/test";
import {
  card,
  errorToast,
  expectProfile,
  ORDERS,
  ORDERS_ASKED,
  openAs,
  orderFor,
  orders,
  PROFILES,
  tab,
  toasts,
} from "../support/account.ts";
import { expect, expectLogged, forgive, SESSION_KEY, test } from "../support/shopper.ts";

const ORDERS_FAILED = "Impossible de récupérer vos commandes";

const refuse = (message: string) => (route: Route) =>
  route.fulfill({ status: 500, json: { code: "XX000", message, details: null, hint: null } });

/** Lets the requests of one method meet a failure, the others pass. */
async function refuseMethod(page: Page, method: string, message: string) {
  await page.route("**/rest/v1/profiles*", (route) =>
    route.request().method() === method ? refuse(message)(route) : route.fallback(),
  );
}

test.afterEach(({ pageErrors }) =>
  forgive(pageErrors, /status of (500|40\d|42\d)|ERR_INTERNET_DISCONNECTED/),
);

test("a profile that cannot be read says why, leaves the rest of the page, and is read again", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  await orderFor(shop, known, { lines: [{ goods: await goods(), quantity: 1 }] });
  await page.route(PROFILES, refuse("disque plein"));
  await openAs(page, shop, known);
  await expect(errorToast(page)).toHaveText("ErreurErreur base de données: disque plein");
  const panel = page.getByRole("region", { name: "Informations personnelles" });
  await expect(panel.getByRole("alert")).toContainText("Votre profil n'a pas pu être chargé.");
  await expect(card(page)).toContainText(known.email);
  await expect(card(page).getByText(known.email.split("@")[0] ?? "", { exact: true })).toBeVisible();
  await expect(page.getByText("Changer le mot de passe").first()).toBeVisible();
  await tab(page, "Commandes").click();
  await expect(orders(page)).toHaveCount(1);
  await tab(page, "Profil").click();
  await page.unroute(PROFILES);
  await panel.getByRole("button", { name: "Réessayer" }).click();
  await expectProfile(page);
  await expect(card(page).getByText("Fatou")).toBeVisible();
  await expectLogged(pageErrors, /identity: the profile/);
});

test("«No profile found» is no reason for a toast", async ({ page, shop, customer, pageErrors }) => {
  await page.route(PROFILES, refuse("No profile found"));
  await openAs(page, shop, await customer());
  await expect(page.getByText("Votre profil n'a pas pu être chargé.")).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  await expectLogged(pageErrors, /No profile found/);
});

test("an account without a profile gets one; when that fails the page says why", async ({
  page,
  shop,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  await shop.sql`delete from profiles where id = ${known.id}`;
  await refuseMethod(page, "POST", "plus de place");
  await openAs(page, shop, known);
  await expect(errorToast(page)).toHaveText("ErreurErreur création profil: plus de place");
  await page.unroute("**/rest/v1/profiles*");
  const asked = page.waitForRequest(
    (request) => request.method() === "POST" && /profiles/.test(request.url()),
  );
  await page.getByRole("button", { name: "Réessayer" }).click();
  expect((await asked).postDataJSON()).toEqual({ id: known.id, email: known.email });
  await expect(page.getByLabel("Prénom")).toHaveValue("");
  await expect(card(page).getByText(known.email.split("@")[0] ?? "", { exact: true })).toBeVisible();
  expect([...(await shop.sql`select email from profiles where id = ${known.id}`)]).toEqual([
    { email: known.email },
  ]);
  await expectLogged(pageErrors, /identity: the profile/);
});

test("an account without a name and without an e-mail is «Utilisateur»", async ({ page, shop, customer }) => {
  const known = await customer();
  await shop.sql`update profiles set first_name = null where id = ${known.id}`;
  await page.addInitScript((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "null");
    if (session)
      localStorage.setItem(key, JSON.stringify({ ...session, user: { ...session.user, email: "" } }));
  }, SESSION_KEY);
  await openAs(page, shop, known);
  await expect(card(page).getByText("Utilisateur", { exact: true })).toBeVisible();
});

for (const [what, fail] of [
  ["the server fails", refuse("panne")],
  ["the network is gone", (route: Route) => route.abort("internetdisconnected")],
  // What the table's rules answer to whoever may not write the row.
  [
    "no row was written",
    (route: Route) => route.fulfill({ status: 406, json: { code: "PGRST116", message: "0 rows" } }),
  ],
] as const) {
  test(`a profile that is not saved because ${what} is said, and what was typed stays`, async ({
    page,
    shop,
    customer,
    pageErrors,
  }) => {
    const known = await customer();
    await page.route(PROFILES, (route) =>
      route.request().method() === "PATCH" ? fail(route) : route.fallback(),
    );
    await openAs(page, shop, known);
    await expectProfile(page);
    await page.getByLabel("Ville").fill("Kaya");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(errorToast(page)).toHaveText("ErreurErreur lors de la mise à jour du profil");
    await expect(page.getByText("Profil mis à jour")).toHaveCount(0);
    await expect(page.getByLabel("Ville")).toHaveValue("Kaya");
    await page.unroute(PROFILES);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(toasts(page)).toContainText(["Profil mis à jour"]);
    expect([...(await shop.sql`select city from profiles where id = ${known.id}`)]).toEqual([
      { city: "Kaya" },
    ]);
    await expectLogged(pageErrors, /identity: the profile/);
  });
}

test("a profile is not saved for somebody who is no longer signed in", async ({
  page,
  shop,
  customer,
  pageErrors,
}) => {
  await openAs(page, shop, await customer());
  await expectProfile(page);
  await page.getByLabel("Ville").fill("Kaya");
  await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(errorToast(page)).toHaveText("ErreurUtilisateur non connecté ou profil non chargé");
  await expect(page.getByLabel("Ville")).toHaveValue("Kaya");
  await expectLogged(pageErrors, /identity: the profile/);
});

test("one press saves once, and the button is locked until the answer", async ({ page, shop, customer }) => {
  let sent = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(PROFILES, async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    sent += 1;
    await promise;
    return route.fallback();
  });
  await openAs(page, shop, await customer());
  await expectProfile(page);
  await page.getByRole("button", { name: "Enregistrer" }).dblclick();
  await expect(page.getByRole("button", { name: "Enregistrement..." })).toBeDisabled();
  await page.getByLabel("Ville").press("Enter");
  resolve();
  await expect(toasts(page)).toContainText(["Profil mis à jour"]);
  expect(sent).toBe(1);
});

test("orders that cannot be read say so, inline and in a toast, and are read again", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  await orderFor(shop, known, { lines: [{ goods: await goods(), quantity: 1 }] });
  await page.route(ORDERS_ASKED, refuse("panne"));
  await openAs(page, shop, known, ORDERS);
  await expect(errorToast(page)).toHaveText(`Erreur${ORDERS_FAILED}`);
  const list = page.getByRole("region", { name: "Vos commandes" });
  await expect(list.getByRole("alert")).toContainText(ORDERS_FAILED);
  await expect(card(page).getByText("Fatou")).toBeVisible();
  await tab(page, "Profil").click();
  await expectProfile(page);
  await tab(page, "Commandes").click();
  await page.unroute(ORDERS_ASKED);
  await list.getByRole("button", { name: "Réessayer" }).click();
  await expect(orders(page)).toHaveCount(1);
  await expect(list.getByRole("alert")).toHaveCount(0);
  await expectLogged(pageErrors, /orders: the list/);
});

test("a further page of orders that fails leaves the first one, and comes on the next try", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  const lines = [{ goods: await goods({ stock: 40 }), quantity: 1 }];
  for (let count = 0; count < 11; count += 1) await orderFor(shop, known, { lines });
  await openAs(page, shop, known, ORDERS);
  await expect(orders(page)).toHaveCount(10);
  await page.route(ORDERS_ASKED, refuse("panne"));
  await page.getByRole("button", { name: "Voir plus" }).click();
  await expect(errorToast(page)).toHaveText(`Erreur${ORDERS_FAILED}`);
  await expect(orders(page)).toHaveCount(10);
  await page.unroute(ORDERS_ASKED);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(orders(page)).toHaveCount(11);
  await expectLogged(pageErrors, /orders: the list/);
});

test("an order that cannot be read for paper says so and is read again", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  const order = await orderFor(shop, known, { lines: [{ goods: await goods(), quantity: 1 }] });
  await page.route(ORDERS_ASKED, refuse("panne"));
  await openAs(page, shop, known, `/account/orders/${order.id}`);
  await expect(errorToast(page)).toHaveText(`Erreur${ORDERS_FAILED}`);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(ORDERS_FAILED);
  await page.unroute(ORDERS_ASKED);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Commande ${order.number}`);
  await expectLogged(pageErrors, /load order/);
});

test("ordering again says so when the shop cannot be asked, and works on the next try", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  const order = await orderFor(shop, known, { lines: [{ goods: await goods(), quantity: 1 }] });
  await openAs(page, shop, known, `${ORDERS}&commande=${order.id}`);
  await page.route("**/rest/v1/products?*", refuse("panne"));
  const again = page.getByRole("button", { name: "Commander à nouveau" });
  await again.click();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("Impossible de charger les produits");
  await page.unroute("**/rest/v1/products?*");
  await again.click();
  await expect(page).toHaveURL("/cart");
  await expectLogged(pageErrors, /cart: the products could not be read/);
});

for (const { what, status, body, field, message } of [
  {
    what: "a weak password, with the reasons",
    status: 422,
    body: { code: 422, error_code: "weak_password", msg: "weak", weak_password: { reasons: ["pwned"] } },
    field: "Nouveau mot de passe",
    message: "Ce mot de passe est trop faible : il figure dans une liste de mots de passe volés.",
  },
  {
    what: "too many tries",
    status: 429,
    body: { code: 429, error_code: "over_request_rate_limit", msg: "slow down" },
    field: null,
    message: "Trop de tentatives de connexion. Veuillez patienter.",
  },
  {
    what: "a service that is down",
    status: 503,
    body: {},
    field: null,
    message: "Connexion impossible. Vérifiez votre réseau et réessayez.",
  },
]) {
  test(`the password form says ${what}, and keeps what was typed`, async ({
    page,
    shop,
    customer,
    pageErrors,
  }) => {
    const known = await customer();
    await page.route("**/auth/v1/user", (route) =>
      route.request().method() === "PUT" ? route.fulfill({ status, json: body }) : route.fallback(),
    );
    await openAs(page, shop, known);
    await expectProfile(page);
    await page.locator("summary").click();
    await page.getByLabel("Mot de passe actuel").fill(known.password);
    await page.getByLabel("Nouveau mot de passe", { exact: true }).fill("nouveau-mot-1");
    await page.getByLabel("Confirmer le nouveau mot de passe").fill("nouveau-mot-1");
    await page.getByRole("button", { name: "Changer le mot de passe" }).click();
    if (field) {
      await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(new RegExp(message));
      await expect(page.getByLabel(field, { exact: true })).toBeFocused();
    } else {
      await expect(errorToast(page)).toHaveText(`Erreur${message}`);
    }
    await expect(page.getByLabel("Mot de passe actuel")).toHaveValue(known.password);
    await expectLogged(pageErrors, /Failed to load resource/);
  });
}

test("signing out that fails says so and still leads home", async ({ page, shop, customer, pageErrors }) => {
  await page.route("**/auth/v1/logout*", (route) => route.fulfill({ status: 500, json: { msg: "no" } }));
  await openAs(page, shop, await customer());
  await expectProfile(page);
  await card(page).getByRole("button", { name: "Déconnexion" }).click();
  await expect(errorToast(page)).toHaveText("ErreurUne erreur est survenue lors de la déconnexion");
  await expect(page).toHaveURL("/");
  await expectLogged(pageErrors, /identity: signing out failed/);
});
