/** The door of the back office when something is wrong, and what is in front of it for everyone to read. */
import type { Page } from "@playwright/test";
import { errorToast } from "../support/account.ts";
import { expect, expectLogged, expectScreen, forgive, openOffice, test } from "../support/office.ts";
import { fresh } from "../support/storefront.ts";

async function fillIn(page: Page, email: string, password: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();
}

test("both fields are required", async ({ page }) => {
  await page.goto("/admin/login");
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/L'email est requis/);
  await expect(page.getByLabel("Mot de passe", { exact: true })).toHaveAccessibleDescription(
    /Le mot de passe est requis/,
  );
  await page.getByLabel("Email").fill("personne");
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/Email invalide/);
});

test("a refusal is said as the service says it, a fault in few words", async ({
  page,
  administrator,
  pageErrors,
}) => {
  const { email, password } = await administrator();
  await page.goto("/admin/login");
  await fillIn(page, email, "un-autre-mot");
  await expect(errorToast(page).first()).toHaveText("Erreur de connexionEmail ou mot de passe incorrect.");
  const TOKEN = "**/auth/v1/token?*";
  await page.route(TOKEN, (route) =>
    route.fulfill({ status: 400, json: { code: "odd", msg: "Compte gelé" } }),
  );
  await fillIn(page, email, password);
  await expect(errorToast(page).first()).toHaveText("Erreur de connexionCompte gelé");
  await page.unroute(TOKEN);
  const LIST = "**/rest/v1/admin_users?*";
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await fillIn(page, email, password);
  await expect(errorToast(page).first()).toHaveText("Erreur de connexionUne erreur est survenue");
  await page.unroute(LIST);
  await fillIn(page, email, password);
  await expect(page).toHaveURL("/admin/dashboard");
  await expectLogged(pageErrors, /office: signing in/);
  forgive(pageErrors, /status of (400|500)/);
});

test("whoever is in already is led in, and never out of the back office", async ({
  page,
  shop,
  administrator,
}) => {
  await openOffice(page, shop, await administrator(), "/admin/login?returnUrl=%2Fadmin%2Fsettings");
  await expect(page).toHaveURL("/admin/settings");
  for (const elsewhere of ["https://example.com/admin/", "//example.com", "/cart", "/admin/login"]) {
    await page.goto(`/admin/login?returnUrl=${encodeURIComponent(elsewhere)}`);
    await expect(page).toHaveURL("/admin/dashboard");
  }
});

test("a door that cannot be asked opens nothing, says so, and is asked again", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const LIST = "**/rest/v1/admin_users?*";
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await openOffice(page, shop, await administrator());
  const failed = page.getByRole("alert");
  await expect(failed).toContainText("le serveur ne répond pas");
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await page.unroute(LIST);
  await failed.getByRole("button", { name: "Réessayer" }).click();
  await expectScreen(page, "Tableau de bord");
  // Whoever is in by then stays in.
  await page.route(LIST, (route) => route.abort());
  await page.getByRole("navigation", { name: "Raccourcis" }).getByRole("link", { name: "Produits" }).click();
  await expectScreen(page, "Produits");
  await expect(page.getByRole("searchbox", { name: /Rechercher un produit/ })).toBeVisible();
  forgive(pageErrors, /status of 500|panne|React Router|ERR_FAILED|nobody can say/);
});

test("the document is the same for everyone, holds nothing of the shop, and has nothing for search engines", async ({
  page,
  shop,
  administrator,
  request,
}) => {
  const account = await administrator("Nom Très Secret");
  await openOffice(page, shop, account);
  await expectScreen(page, "Tableau de bord");
  for (const path of ["/admin/dashboard", "/admin/orders", "/admin/users", "/admin/settings"]) {
    const asked = fresh(path);
    const html = (await (await page.goto(asked))?.text()) ?? "";
    expect(html, path).toBe(await (await request.get(asked)).text());
    for (const secret of [account.email, "Nom Très Secret", "ORD-", "Panier"]) {
      expect(html, path).not.toContain(secret);
    }
    expect(html, path).toContain('<meta name="robots" content="noindex"');
    await expect(page.getByRole("banner")).toBeVisible();
  }
  const storefront = await (await request.get("/")).text();
  expect(storefront).not.toContain("/admin/");
  expect(storefront).not.toContain("desk-");
});

test("the links of the top bar lead around", async ({ page, shop, administrator }) => {
  await openOffice(page, shop, await administrator());
  const links = page.getByRole("navigation", { name: "Raccourcis" });
  await expect(links.getByRole("link")).toHaveText(["Accueil", "Commandes", "Produits", "Clients"]);
  for (const [name, path] of [
    ["Commandes", "orders"],
    ["Produits", "products"],
    ["Clients", "users"],
    ["Accueil", "dashboard"],
  ] as const) {
    await links.getByRole("link", { name }).click();
    await expect(page).toHaveURL(`/admin/${path}`);
    await expect(links.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
});

test("an address without a screen stays in the frame and leads on; without a right it looks like any other", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  for (const path of ["/admin/nexiste-pas", "/admin/orders/1/2", "/admin/dashboard/x"]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page).toHaveURL(`/admin/login?returnUrl=${encodeURIComponent(path)}`);
    await expect(page.getByText("introuvable")).toHaveCount(0);
  }
  await openOffice(page, shop, await administrator(), "/admin/nexiste-pas");
  await expect(page.getByRole("heading", { name: "Page introuvable" })).toBeVisible();
  await expect(page).toHaveTitle("Administration | Yaaré");
  await expect(page.getByRole("navigation", { name: "Administration" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Tableau de bord" }).click();
  await expectScreen(page, "Tableau de bord");
  forgive(pageErrors, /status of 404/);
});
