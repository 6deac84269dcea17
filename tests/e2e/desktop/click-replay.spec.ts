/** Presses before hydration: those that add to the cart are answered at once, the last other one is replayed. */
import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";
import { waitForIdle } from "#tests/support/e2e/wait-for-idle.ts";

test.use({ autoWaitForIdle: false });

const getCartCount = (page: Page) => page.getByRole("banner").getByTestId("cart-count");

test("a press of «Ajouter» before the scripts are loaded is stored and answered at once", async ({
  page,
  products,
}) => {
  const { name } = await products.add({ name: "Hache", stock: 9 });
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.goto(`/products?search=${products.uniqueWord}`, { waitUntil: "commit" });
  const add = page.getByRole("button", { name: `Ajouter au panier : ${name}` });
  const answer = page.getByRole("status").filter({ hasText: "Produit ajouté au panier" });
  await add.click();
  await expect(answer).toContainText(name);
  await add.click();
  await expect(answer.getByRole("link", { name: "Voir le panier" })).toHaveAttribute("href", "/cart");
  const readCount = () =>
    page.evaluate(() => document.documentElement.style.getPropertyValue("--cart-count"));
  expect(await readCount()).toBe('"2"');
  await release();
  await expect(getCartCount(page)).toHaveText("2");
  await waitForIdle(page);
  expect(await readCount()).toBe("");
  await expect(getCartCount(page)).toHaveText("2");
});

test("a press of another button before the scripts are loaded is captured and replayed once", async ({
  page,
  products,
}) => {
  const { name } = await products.add({ name: "Hache", stock: 9 });
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.goto(`/products?search=${products.uniqueWord}`, { waitUntil: "commit" });
  const heart = page.getByRole("button", { name: `Ajouter ${name} à ma liste de souhaits` });
  await heart.click();
  await expect(heart).toHaveAttribute("aria-busy", "true");
  await release();
  const pressed = page.getByRole("button", { name: `Retirer ${name} de ma liste de souhaits` });
  await expect(pressed).toHaveAttribute("aria-pressed", "true");
  await expect(pressed).not.toHaveAttribute("aria-busy");
});

test("a press of «Ajouter» during hydration is added once", async ({ page, products }) => {
  await products.add({ name: "Hache", stock: 9 });
  await page.addInitScript(() => {
    const listen = window.addEventListener;
    window.addEventListener = (...args: unknown[]) => {
      Reflect.apply(listen, window, args);
      // The first effects run: React already handles events, and the click is still captured.
      if (args[0] !== "storage") return;
      window.addEventListener = listen;
      document.querySelector<HTMLButtonElement>("main button[aria-label^='Ajouter']")?.click();
    };
  });
  await page.goto(`/products?search=${products.uniqueWord}`);
  await waitForIdle(page);
  await expect(getCartCount(page)).toHaveText("1");
});
