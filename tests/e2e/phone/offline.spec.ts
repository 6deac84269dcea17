/** Without a network: the pages that were seen can be read, the others say why not, and the shop is an app. */
import type { Page } from "@playwright/test";
import { expectNoFindings } from "../support/axe.ts";
import { register } from "../support/fixtures.ts";
import { expect, FAILED_LOAD, forgive, settled, test } from "../support/storefront.ts";

test.use({ serviceWorkers: "allow" });

const main = (page: Page) => page.getByRole("main");

/** Opens the page and stays until a copy of it is kept and the worker answers for the site. */
async function see(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => keptPaths(page), { timeout: 20_000 }).toContain(path);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 20_000 })
    .toBe("activated");
}

function keptPaths(page: Page): Promise<string[]> {
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
  await settled(page);
  await context.setOffline(true);
  await main(page).getByRole("link", { name: seen.name }).click();
  await expect(main(page).getByRole("status").first()).toContainText("Copie du");
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(seen.name);
  await page.goto(`/product/${unseen.slug}`);
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
  pageErrors.length = 0;
});

test("nothing of an account is kept", async ({ page }) => {
  const { email } = await register(page, "/products");
  await see(page, "/products");
  await expect(page.getByRole("banner").getByText(email.split("@")[0] ?? "")).toBeAttached();
  await page.goto("/cart");
  await page.goto("/checkout");
  await see(page, "/");
  const texts = await page.evaluate(async () => {
    const pages = await caches.open("kept-pages");
    const answers = await Promise.all((await pages.keys()).map((key) => pages.match(key)));
    return Promise.all(answers.map((answer) => answer?.text() ?? ""));
  });
  expect(await keptPaths(page)).toEqual(["/products", "/"]);
  expect(texts.join("")).not.toContain(email.split("@")[0]);
  expect(texts.join("")).not.toContain("<script");
});

test("the shop can be put among a phone's apps", async ({ page, request }) => {
  await see(page, "/");
  const address = await page.locator('link[rel="manifest"]').getAttribute("href");
  const response = await request.get(address ?? "");
  expect(response.headers()["content-type"]).toContain("application/manifest+json");
  const manifest = await response.json();
  expect(manifest).toMatchObject({ name: "Yaaré", start_url: "/", display: "standalone", lang: "fr" });
  expect(Math.min(manifest.icons.length, manifest.shortcuts.length)).toBeGreaterThan(0);
  for (const icon of manifest.icons) {
    const picture = await request.get(icon.src);
    expect(picture.headers()["content-type"]).toBe("image/png");
  }
  for (const { url } of manifest.shortcuts) expect((await request.get(url)).status()).toBe(200);
});
