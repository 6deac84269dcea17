/** Without a network: the pages that were seen can be read, and the others say why not. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { insertAccount } from "../../support/accounts.ts";
import { expectNoFindings } from "../support/axe.ts";
import { asSession, remember, signInOver } from "../support/shopper.ts";
import { expect, FAILED_LOAD, forgive, test } from "../support/storefront.ts";

test.use({ serviceWorkers: "allow" });

const main = (page: Page) => page.getByRole("main");

/** Opens the page and stays until a copy of it is stored and the worker answers for the site. */
async function see(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => storedPaths(page)).toContain(path);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
}

function storedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const keys = await (await caches.open("kept-pages")).keys();
    return keys.map(({ url }) => url.slice(location.origin.length));
  });
}

test("what was seen can be read again, what was not says why, and the way back is open", async ({
  page,
  context,
  goods,
  pageErrors,
}) => {
  const { name, slug } = await goods.add({ name: "Brouette", price: 23_500, stock: 4 });
  const unseen = await goods.add({ name: "Pioche" });
  const list = `/products?search=${goods.word}`;
  await see(page, list);
  await see(page, `/product/${slug}`);
  await context.setOffline(true);

  await page.reload();
  await expect(main(page).getByRole("status").first()).toContainText("Vous êtes hors ligne. Copie du");
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(main(page).getByText("23 500 XOF").first()).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Ajouter au panier" }).first()).toBeDisabled();
  await expectNoFindings(page);

  await page.goto(list);
  await main(page).getByRole("link", { name: unseen.name }).click();
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
  await expect(main(page).getByRole("listitem").first()).toContainText(name);
  await expectNoFindings(page);
  await main(page).getByRole("link", { name }).click();
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(name);

  await context.setOffline(false);
  await main(page).getByRole("link", { name: "Réessayer" }).click();
  await expect(main(page).getByRole("button", { name: "Ajouter au panier" }).first()).toBeEnabled();
  forgive(pageErrors, FAILED_LOAD);
});

test("a network lost during a visit leads to the same pages", async ({
  page,
  context,
  goods,
  pageErrors,
}) => {
  const seen = await goods.add({ name: "Seau" });
  const unseen = await goods.add({ name: "Truelle" });
  await see(page, `/product/${seen.slug}`);
  await page.goto(`/products?search=${goods.word}`);
  await context.setOffline(true);
  await main(page).getByRole("link", { name: seen.name }).click();
  await expect(main(page).getByRole("status").first()).toContainText("Copie du");
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(seen.name);
  await page.goto(`/product/${unseen.slug}`);
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
  pageErrors.length = 0;
});

test("nothing of an account is stored", async ({ page, shop }) => {
  const customer = await insertAccount(shop.sql, `cliente-${randomUUID().slice(0, 8)}@exemple.bf`, {
    first_name: "Fatou",
    last_name: "Sawadogo",
  });
  const [name = ""] = customer.email.split("@");
  await remember(page, asSession(await signInOver(shop, customer)));
  await see(page, "/products");
  await expect(page.getByRole("banner").getByText(name)).toBeAttached();
  await page.goto("/cart");
  await page.goto("/checkout");
  await see(page, "/");
  const texts = await page.evaluate(async () => {
    const pages = await caches.open("kept-pages");
    const answers = await Promise.all((await pages.keys()).map((key) => pages.match(key)));
    return Promise.all(answers.map((answer) => answer?.text() ?? ""));
  });
  expect(await storedPaths(page)).toEqual(["/products", "/"]);
  expect(texts.join("")).not.toContain(name);
  expect(texts.join("")).not.toContain("<script");
});
