/** Offline: visited pages can be read, and the others say why not. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { insertAccount } from "#tests/support/accounts.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { setLocalStorage, signInOverApi, toSessionEntry } from "#tests/support/e2e/customer.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { FAILED_LOAD_ERROR } from "#tests/support/e2e/network.ts";

test.use({ serviceWorkers: "allow" });

const getMain = (page: Page) => page.getByRole("main");

/** Opens the page and waits until its copy is cached and the service worker controls the site. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => listCachedPaths(page)).toContain(path);
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
  await expect(getMain(page).getByRole("button", { name: "Ajouter au panier" }).first()).toBeDisabled();
  await expectNoAxeViolations(page);

  await page.goto(list);
  await getMain(page).getByRole("link", { name: unseen.name }).click();
  await expect(getMain(page).getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
  await expect(getMain(page).getByRole("listitem").first()).toContainText(name);
  await expectNoAxeViolations(page);
  await getMain(page).getByRole("link", { name }).click();
  await expect(getMain(page).getByRole("heading", { level: 1 })).toHaveText(name);

  await context.setOffline(false);
  await getMain(page).getByRole("link", { name: "Réessayer" }).click();
  await expect(getMain(page).getByRole("button", { name: "Ajouter au panier" }).first()).toBeEnabled();
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
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
    return Promise.all(responses.map((response) => response?.text() ?? ""));
  });
  expect(await listCachedPaths(page)).toEqual(["/products", "/"]);
  expect(texts.join("")).not.toContain(name);
  expect(texts.join("")).not.toContain("<script");
});
