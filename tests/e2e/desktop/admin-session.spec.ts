/** Signing in to the admin, and what changes there without a user action. */

import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import {
  createUniqueName,
  expectScreen,
  getListRows,
  getMenuLink,
  openAdmin,
} from "#tests/support/e2e/admin.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import { waitForIdle } from "#tests/support/e2e/wait-for-idle.ts";

const LOGIN = /\/admin\/login(\?|$)/;

test("an administrator signs in, sees their name, opens a screen, and signs out", async ({
  page,
  administrator,
}) => {
  const account = await administrator("Awa Traoré");
  await page.goto("/admin");
  await expect(page).toHaveURL(LOGIN);
  await expectScreen(page, "Administration");
  await expect(page.getByText("Espace réservé aux administrateurs")).toBeVisible();
  const release = await holdRequests(page, "**/auth/v1/token?*");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByRole("button", { name: "Connexion en cours..." })).toBeDisabled();
  await release();
  await expect(page).toHaveURL("/admin/dashboard");
  await expect(getToasts(page).first()).toContainText("Connexion réussie");
  await getMenuLink(page, "Clients").click();
  await expectScreen(page, "Clients");
  await expect(page).toHaveURL("/admin/users");
  await expect(page).toHaveTitle("Clients | Yaaré");
  await expect(getListRows(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Compte de Awa Traoré" }).click();
  const menu = page.getByRole("navigation", { name: "Compte de Awa Traoré" });
  await expect(menu.getByText("Awa Traoré")).toBeVisible();
  await expect(menu.getByText(account.email)).toBeVisible();
  await menu.getByRole("button", { name: "Se déconnecter" }).click();
  await expect(page).toHaveURL(LOGIN);
  await expect(getToasts(page).first()).toContainText("Déconnexion réussie");
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
});

test("a session that ends in another tab ends here too", async ({ page, shop, administrator, context }) => {
  await openAdmin(page, shop, await administrator());
  await expectScreen(page, "Tableau de bord");
  const other = await context.newPage();
  await other.goto("/admin/settings");
  await waitForIdle(other);
  await other.getByRole("button", { name: /^Compte de/ }).click();
  await other.getByRole("button", { name: "Se déconnecter" }).click();
  await expect(page).toHaveURL(LOGIN);
});

test("a failed check of the admin right opens nothing, says so, and can be retried", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const LIST = "**/rest/v1/admin_users?*";
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await openAdmin(page, shop, await administrator());
  const failed = page.getByRole("alert");
  await expect(failed).toContainText("le serveur ne répond pas");
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await page.unroute(LIST);
  await failed.getByRole("button", { name: "Réessayer" }).click();
  await expectScreen(page, "Tableau de bord");
  // An administrator who is in by then stays in.
  await page.route(LIST, (route) => route.abort());
  await getMenuLink(page, "Produits").click();
  await expectScreen(page, "Produits");
  await expect(page.getByRole("searchbox", { name: /Rechercher un produit/ })).toBeVisible();
  allowErrors(pageErrors, /status of 500|panne|React Router|ERR_FAILED|administrator could not be verified/);
});

test("a list and the pending counts follow the database without a reload", async ({
  page,
  shop,
  createProduct,
  customer,
  administrator,
}) => {
  const product = await createProduct({ name: createUniqueName() });
  const { id } = await customer();
  const [before] = await shop.sql<Record<string, number>[]>`
    select (select count(*)::int from orders where status = 'pending') as orders,
      (select count(*)::int from product_reviews where not is_published) as reviews,
      (select count(*)::int from messages where read_at is null) as messages,
      (select count(*)::int from quotes where read_at is null) as quotes,
      (select count(*)::int from order_returns where state = 'requested') as returns,
      (select count(*)::int from price_list_members where state = 'requested') as price_lists`;
  const {
    orders = 0,
    reviews = 0,
    messages = 0,
    quotes = 0,
    returns = 0,
    price_lists: priceLists = 0,
  } = before ?? {};
  const total = orders + reviews + messages + quotes + returns + priceLists;
  await openAdmin(
    page,
    shop,
    await administrator(),
    `/admin/reviews?search=${encodeURIComponent(product.name)}`,
  );
  const bell = page.getByRole("button", { name: /^En attente : \d+/ });
  await expect(bell).toHaveAccessibleName(`En attente : ${total}`);
  await expect(page.getByText("Aucun avis ne correspond à cette recherche.")).toBeVisible();
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published)
    values (${product.id}, 4, 'Solide et bien emballé', 'Awa', 'awa@exemple.bf', false)`;
  await shop.sql`
    insert into orders (user_id, customer_name, customer_phone, items_count, total_amount, shipping_address, payment_info)
    values (${id}, 'Fatou Sawadogo', '+22676543210', 1, null,
      ${shop.sql.json({ address: "Patte d'Oie", city: "Ouagadougou" })},
      ${shop.sql.json({ method: "cod", items: [{ id: product.id, quantity: 1 }] })})`;
  await expect(getListRows(page)).toHaveCount(1);
  await expect(getListRows(page)).toContainText("Solide et bien emballé");
  await expect(bell).toHaveAccessibleName(`En attente : ${total + 2}`);
  await shop.sql`insert into price_list_members (user_id, trade, state) values (${id}, 'Maçonne', 'requested')`;
  await expect(bell).toHaveAccessibleName(`En attente : ${total + 3}`);
  await expect(bell).toHaveText(total + 3 > 99 ? "99+" : String(total + 3));
  await bell.click();
  const waiting = page.getByRole("navigation", { name: /^En attente/ });
  await expect(waiting.getByRole("link")).toHaveText([
    `Commandes en attente${orders + 1}`,
    `Avis à modérer${reviews + 1}`,
    `Messages non lus${messages}`,
    `Cotations non lues${quotes}`,
    `Retours demandés${returns}`,
    `Tarifs pro demandés${priceLists + 1}`,
  ]);
  await waiting.getByRole("link", { name: /^Avis à modérer/ }).click();
  await expect(page).toHaveURL("/admin/reviews?status=pending");
  await expect(waiting.getByRole("link")).toHaveCount(0);
});
