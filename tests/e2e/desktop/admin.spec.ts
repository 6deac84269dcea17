/** The door of the back office and what stands around its screens. */
import type { Page } from "@playwright/test";
import { errorToast, toasts } from "../support/account.ts";
import {
  type Account,
  chooseInMenu,
  expect,
  expectScreen,
  hold,
  openOffice,
  test,
} from "../support/office.ts";
import { asSession, remember, SESSION_KEY, signInOver } from "../support/shopper.ts";

const LOGIN = /\/admin\/login(\?|$)/;

const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);

async function fillIn(page: Page, { email, password }: Pick<Account, "email" | "password">) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();
}

test("an administrator signs in, is named, and signs out", async ({ page, administrator }) => {
  const account = await administrator("Awa Traoré");
  await page.goto("/admin/login");
  await expectScreen(page, "Administration");
  await expect(page.getByText("Espace réservé aux administrateurs")).toBeVisible();
  const asked = await hold(page, "**/auth/v1/token?*");
  await fillIn(page, account);
  await expect(page.getByRole("button", { name: "Connexion en cours..." })).toBeDisabled();
  await asked.release();
  await expect(page).toHaveURL("/admin/dashboard");
  await expect(toasts(page).first()).toContainText("Connexion réussie");
  await page.getByRole("button", { name: "Compte de Awa Traoré" }).click();
  const menu = page.getByRole("navigation", { name: "Compte de Awa Traoré" });
  await expect(menu.getByText("Awa Traoré")).toBeVisible();
  await expect(menu.getByText(account.email)).toBeVisible();
  await menu.getByRole("button", { name: "Se déconnecter" }).click();
  await expect(page).toHaveURL(LOGIN);
  await expect(toasts(page).first()).toContainText("Déconnexion réussie");
  expect(await stored(page)).toBeNull();
});

test("a customer's password opens nothing and leaves no session", async ({ page, customer }) => {
  const account = await customer();
  await page.goto("/admin/login");
  await fillIn(page, account);
  await expect(errorToast(page)).toHaveText("Erreur de connexionVous n'avez pas les droits d'administrateur");
  await expect(page).toHaveURL("/admin/login");
  await expect(page.getByLabel("Email")).toHaveValue(account.email);
  await expect.poll(() => stored(page)).toBeNull();
});

test("a visitor is led to the sign-in page and from there back", async ({ page, administrator }) => {
  const account = await administrator();
  await page.goto("/admin/orders?status=pending");
  await expect(page).toHaveURL(LOGIN);
  await expect(page.getByRole("banner")).toHaveCount(0);
  await fillIn(page, account);
  await expect(page).toHaveURL("/admin/orders?status=pending");
});

test("a customer who is signed in is led out and signed out", async ({ page, shop, customer }) => {
  await remember(page, asSession(await signInOver(shop, await customer())));
  await page.goto("/admin/products");
  await expect(page).toHaveURL("/admin/login");
  await expect(errorToast(page)).toContainText("Vous n'avez pas les droits d'administrateur");
  expect(await stored(page)).toBeNull();
});

test("a right that was taken ends with the next step, and a name that changed is shown", async ({
  page,
  shop,
  administrator,
  isMobile,
}) => {
  const account = await administrator("Awa Zongo");
  await openOffice(page, shop, account, "/admin/products");
  await expect(page.getByRole("button", { name: "Compte de Awa Zongo" })).toBeVisible();
  await shop.sql`update admin_users set name = 'Awa Traoré' where id = ${account.id}`;
  // A screen that asks the server for nothing of its own.
  await page.getByRole("link", { name: "Importer" }).click();
  await expect(page.getByRole("button", { name: "Compte de Awa Traoré" })).toBeVisible();
  await shop.sql`delete from admin_users where id = ${account.id}`;
  await chooseInMenu(page, isMobile, "Clients");
  await expect(page).toHaveURL("/admin/login");
  await expect(errorToast(page)).toContainText("Vous n'avez pas les droits d'administrateur");
  expect(await stored(page)).toBeNull();
  await page.goto("/admin/orders");
  await expect(page).toHaveURL(LOGIN);
});

test("a session that ends in another tab ends here too", async ({ page, shop, administrator, context }) => {
  await openOffice(page, shop, await administrator());
  await expectScreen(page, "Tableau de bord");
  const other = await context.newPage();
  await other.goto("/admin/settings");
  await other.getByRole("button", { name: /^Compte de/ }).click();
  await other.getByRole("button", { name: "Se déconnecter" }).click();
  await expect(page).toHaveURL(LOGIN);
});

test("the menu leads to each screen", async ({ page, shop, administrator, isMobile }) => {
  await openOffice(page, shop, await administrator());
  for (const [name, path] of [
    ["Commandes", "orders"],
    ["Produits", "products"],
    ["Catégories", "categories"],
    ["Marques", "brands"],
    ["Cotations", "quotes"],
    ["Clients", "users"],
    ["Techniciens", "technicians"],
    ["Messages", "messages"],
    ["Avis clients", "testimonials"],
    ["Avis produits", "reviews"],
    ["Paramètres", "settings"],
    ["Tableau de bord", "dashboard"],
  ] as const) {
    await chooseInMenu(page, isMobile, name);
    await expect(page).toHaveURL(`/admin/${path}`);
    await expectScreen(page, name);
    await expect(page).toHaveTitle(`${name} | Yaaré`);
  }
});

test("the number of things waiting follows what happens, without a reload", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  await openOffice(page, shop, await administrator());
  const bell = page.getByRole("button", { name: /^En attente : \d+/ });
  const [before] = await shop.sql<{ orders: number; reviews: number; messages: number; quotes: number }[]>`
    select (select count(*)::int from orders where status = 'pending') as orders,
      (select count(*)::int from product_reviews where not is_published) as reviews,
      (select count(*)::int from messages where read_at is null) as messages,
      (select count(*)::int from quotes where read_at is null) as quotes`;
  const { orders = 0, reviews = 0, messages = 0, quotes = 0 } = before ?? {};
  const total = orders + reviews + messages + quotes;
  await expect(bell).toHaveAccessibleName(`En attente : ${total}`);
  const product = await goods();
  const { id } = await customer();
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published)
    values (${product.id}, 4, 'Solide et bien emballé', 'Awa', 'awa@exemple.bf', false)`;
  await shop.sql`
    insert into orders (user_id, customer_name, customer_phone, items_count, total_amount, shipping_address, payment_info)
    values (${id}, 'Fatou Sawadogo', '+22676543210', 1, null,
      ${shop.sql.json({ address: "Patte d'Oie", city: "Ouagadougou" })},
      ${shop.sql.json({ method: "cod", items: [{ id: product.id, quantity: 1 }] })})`;
  await expect(bell).toHaveAccessibleName(`En attente : ${total + 2}`);
  await expect(bell).toHaveText(total + 2 > 99 ? "99+" : String(total + 2));
  await bell.click();
  const waiting = page.getByRole("navigation", { name: /^En attente/ });
  await expect(waiting.getByRole("link")).toHaveText([
    `Commandes en attente${orders + 1}`,
    `Avis à modérer${reviews + 1}`,
    `Messages non lus${messages}`,
    `Cotations non lues${quotes}`,
  ]);
  await waiting.getByRole("link", { name: /^Avis à modérer/ }).click();
  await expect(page).toHaveURL(/\/admin\/reviews/);
  await expect(waiting.getByRole("link")).toHaveCount(0);
});
