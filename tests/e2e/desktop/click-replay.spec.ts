/** A click before hydration is captured, and replayed once after it. */
import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";
import { waitForIdle } from "#tests/support/e2e/wait-for-idle.ts";

test.use({ autoWaitForIdle: false });

const getCartCount = (page: Page) => page.getByRole("banner").getByTestId("cart-count");

test("a click before the scripts are loaded is captured and replayed once", async ({ page, products }) => {
  const { name } = await products.add({ name: "Hache", stock: 9 });
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.goto(`/products?search=${products.uniqueWord}`, { waitUntil: "commit" });
  const add = page.getByRole("button", { name: `Ajouter au panier : ${name}` });
  await add.click();
  await expect(add).toHaveAttribute("aria-busy", "true");
  await expect(getCartCount(page)).toHaveCount(0);
  await release();
  await expect(getCartCount(page)).toHaveText("1");
  await expect(add).not.toHaveAttribute("aria-busy");
});

test("a click during hydration is replayed once, too", async ({ page, products }) => {
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
  await expect(
    page.getByRole("region", { name: "Notifications" }).getByRole("listitem").first(),
  ).toBeVisible();
  await expect(getCartCount(page)).toHaveText("1");
});
