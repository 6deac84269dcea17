/** A press on a button that the application does not answer yet: it is done once, when it does. */
import type { Page } from "@playwright/test";
import { expect, hold, settled, test } from "../support/storefront.ts";

test.use({ waitUntilSettled: false });

const countOf = (page: Page) => page.getByRole("banner").getByTestId("cart-count");

test("a press before the application has arrived is kept, and done once", async ({ page, goods }) => {
  const { name } = await goods.add({ name: "Hache", stock: 9 });
  const release = await hold(page, /\/assets\/.*\.js$/);
  await page.goto(`/products?search=${goods.word}`, { waitUntil: "commit" });
  const add = page.getByRole("button", { name: `Ajouter au panier : ${name}` });
  await add.click();
  await expect(add).toHaveAttribute("aria-busy", "true");
  await expect(countOf(page)).toHaveCount(0);
  release();
  await expect(countOf(page)).toHaveText("1");
  await expect(add).not.toHaveAttribute("aria-busy");
});

test("a press while the application is taking over is done once too", async ({ page, goods }) => {
  await goods.add({ name: "Hache", stock: 9 });
  await page.addInitScript(() => {
    const listen = window.addEventListener;
    window.addEventListener = (...args: unknown[]) => {
      Reflect.apply(listen, window, args);
      // The first effects run: React answers events already, and the press is still being kept.
      if (args[0] !== "storage") return;
      window.addEventListener = listen;
      document.querySelector<HTMLButtonElement>("main button[aria-label^='Ajouter']")?.click();
    };
  });
  await page.goto(`/products?search=${goods.word}`);
  await settled(page);
  await expect(
    page.getByRole("region", { name: "Notifications" }).getByRole("listitem").first(),
  ).toBeVisible();
  await expect(countOf(page)).toHaveText("1");
});
