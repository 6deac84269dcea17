/** Offline: visited pages can be read, and the others say why not. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { insertAccount } from "#tests/support/accounts.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { setLocalStorage, signInOverApi, toSessionEntry } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { allowErrors } from "#tests/support/errors.ts";

test.use({ serviceWorkers: "allow" });

const getMain = (page: Page) => page.getByRole("main");

/** Opens the page and waits until its copy and the cart are cached and the service worker controls the site. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => listCachedPaths(page)).toContain(path);
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match("/offline-frame"))))
    .toBe(true);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
}

function listCachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const keys = await (await caches.open("kept-pages")).keys();
    return keys.map(({ url }) => url.slice(location.origin.length));
  });
}

test("a visited page can be read offline, another one says why not, and the back button works", async ({
  page,
  context,
  products,
  pageErrors,
}) => {
  const { name, slug } = await products.add({ name: "Brouette", price: 23_500, stock: 4 });
  const unseen = await products.add({ name: "Pioche" });
  const list = `/products?search=${products.uniqueWord}`;
  await visit(page, list);
  await visit(page, `/product/${slug}`);
  await context.setOffline(true);

  await page.reload();
  await expect(getMain(page).getByRole("status").first()).toContainText("Vous êtes hors ligne. Copie du");
  await expect(getMain(page).getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(getMain(page).getByText("23 500 XOF").first()).toBeVisible();
  await getMain(page).getByRole("button", { name: "Ajouter au panier" }).first().click();
  await expect(getMain(page).getByRole("status").last()).toContainText(
    `Produit ajouté au panier : ${name}, à confirmer au retour du réseau.`,
  );
  await expectNoAxeViolations(page);

  // The cart starts without a network, and can be changed.
  await getMain(page).getByRole("link", { name: "Voir le panier" }).click();
  await expect(getMain(page).getByText("Les prix et le stock n'ont pas pu être vérifiés.")).toBeVisible();
  await getMain(page)
    .getByRole("button", { name: /^Augmenter/ })
    .click();
  await expect(getMain(page).getByRole("textbox", { name: `Quantité de ${name}` })).toHaveValue("2");
  await getMain(page).getByRole("button", { name: "Vider le panier" }).click();
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(getMain(page).getByRole("textbox", { name: `Quantité de ${name}` })).toHaveValue("2");

  await page.goto(list);
  await getMain(page).getByRole("link", { name: unseen.name }).click();
  await expect(getMain(page).getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
  await expect(getMain(page).getByRole("listitem").first()).toContainText(name);
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(getMain(page).getByRole("link", { name: "Écrire sur WhatsApp" })).toBeVisible();
  await expectNoAxeViolations(page);
  const field = getMain(page).getByRole("searchbox", { name: "Chercher parmi les pages vues" });
  await field.fill("zzz");
  await field.press("Enter");
  await expect(getMain(page).getByText("Aucune page vue ne correspond")).toBeVisible();
  await field.fill(name.toUpperCase());
  await field.press("Enter");
  await getMain(page).getByRole("link", { name }).click();
  await expect(getMain(page).getByRole("heading", { level: 1 })).toHaveText(name);

  await context.setOffline(false);
  await getMain(page).getByRole("link", { name: "Réessayer" }).click();
  await expect(getMain(page).getByRole("button", { name: "Ajouter au panier" }).first()).toBeEnabled();

  await context.setOffline(true);
  await page.goto(`/product/${unseen.slug}`);
  await expect(getMain(page).getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
  await context.setOffline(false);
  // By itself.
  await expect(getMain(page).getByRole("heading", { level: 1 })).toHaveText(unseen.name);
  pageErrors.length = 0;
});

test("without a network a tap on an unseen page leaves the live one as it is, and the cart works", async ({
  page,
  context,
  products,
  pageErrors,
}) => {
  const first = await products.add({ name: "Pelle", stock: 5 });
  const second = await products.add({ name: "Râteau" });
  await visit(page, `/products?search=${products.uniqueWord}`);
  const url = page.url();
  await context.setOffline(true);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await getMain(page).getByRole("link", { name: second.name }).click();
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts.getByText("Vous êtes hors ligne")).toBeVisible();
  expect(page.url()).toBe(url);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);

  await getMain(page)
    .getByRole("button", { name: new RegExp(first.name) })
    .first()
    .click();
  await expect(toasts.getByText("Produit ajouté au panier")).toBeVisible();
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Panier/ })
    .click();
  await expect(page).toHaveURL("/cart");
  await getMain(page)
    .getByRole("button", { name: /^Augmenter/ })
    .click();
  await expect(getMain(page).getByRole("textbox", { name: `Quantité de ${first.name}` })).toHaveValue("2");
  allowErrors(pageErrors, /ERR_INTERNET_DISCONNECTED|Failed to fetch/);
});

test("a network that is lost during a visit leads to the same pages", async ({
  page,
  context,
  products,
  pageErrors,
}) => {
  const seen = await products.add({ name: "Seau" });
  const unseen = await products.add({ name: "Truelle" });
  await visit(page, `/product/${seen.slug}`);
  await page.goto(`/products?search=${products.uniqueWord}`);
  await context.setOffline(true);
  await getMain(page).getByRole("link", { name: seen.name }).click();
  await expect(getMain(page).getByRole("status").first()).toContainText("Copie du");
  await expect(getMain(page).getByRole("heading", { level: 1 })).toHaveText(seen.name);
  await page.goto(`/product/${unseen.slug}`);
  await expect(getMain(page).getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
  pageErrors.length = 0;
});

test("no page of the account is cached", async ({ page, shop }) => {
  const customer = await insertAccount(shop.sql, `cliente-${randomUUID().slice(0, 8)}@exemple.bf`, {
    first_name: "Fatou",
    last_name: "Sawadogo",
  });
  const [name = ""] = customer.email.split("@");
  await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, customer)));
  await visit(page, "/products");
  await expect(page.getByRole("banner").getByText(name)).toBeAttached();
  await page.goto("/cart");
  await page.goto("/checkout");
  await visit(page, "/");
  const texts = await page.evaluate(async () => {
    const pages = await caches.open("kept-pages");
    const responses = await Promise.all((await pages.keys()).map((key) => pages.match(key)));
    responses.push(await caches.match("/offline-frame"));
    return Promise.all(responses.map((response) => response?.text() ?? ""));
  });
  expect(await listCachedPaths(page)).toEqual(["/products", "/"]);
  expect(texts.join("")).not.toContain(name);
  // A copy has no script but the one for the cart, and the frame has none.
  expect(texts.map((text) => text.match(/<script/g)?.length ?? 0)).toEqual([1, 1, 0]);
});
