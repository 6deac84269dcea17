/** The wishlist in several tabs, before hydration, and without a network. */
import { randomUUID } from "node:crypto";
import { toWishlistEntry } from "#tests/support/browser-storage.ts";
import { setLocalStorage } from "#tests/support/e2e/customer.ts";
import { allowErrors, expect, expectLoggedError, test } from "#tests/support/e2e/fixtures.ts";
import { FAILED_LOAD_ERROR, holdRequests } from "#tests/support/e2e/network.ts";
import { getToastRegion } from "#tests/support/e2e/toasts.ts";
import { waitForIdle } from "#tests/support/e2e/wait-for-idle.ts";
import { getWishlistButton, readStoredWishlist, toSearchPath } from "#tests/support/e2e/wishlist.ts";

test("other tabs follow", async ({ page, context, createProduct }) => {
  const drill = await createProduct();
  const other = await context.newPage();
  await page.goto(toSearchPath(drill));
  await other.goto(toSearchPath(drill));
  await waitForIdle(other);
  await getWishlistButton(page, drill).click();
  await expect(getWishlistButton(other, drill)).toHaveAttribute("aria-pressed", "true");
  await getWishlistButton(other, drill).click();
  await expect(getWishlistButton(page, drill)).toHaveAttribute("aria-pressed", "false");
});

test("without a network the visitor's wishlist works once its code is loaded, and is rolled back when it is not", async ({
  page,
  context,
  createProduct,
  pageErrors,
}) => {
  const name = `Outil ${randomUUID().slice(0, 8)}`;
  const [drill, pipe] = [
    await createProduct({ name: `${name} un` }),
    await createProduct({ name: `${name} deux` }),
  ];
  await page.goto(toSearchPath({ name }));
  await context.setOffline(true);
  await getWishlistButton(page, drill).click();
  // The last step of a click whose code cannot be loaded.
  await expectLoggedError(pageErrors, /toast: the viewport could not be fetched/);
  await expect(getWishlistButton(page, drill)).toHaveAttribute("aria-pressed", "false");
  expect(await readStoredWishlist(page)).toBeNull();
  await context.setOffline(false);
  await getWishlistButton(page, drill).click();
  await expect(getToastRegion(page)).toContainText("Ajouté à votre liste");

  await page.reload();
  await expect(getWishlistButton(page, drill)).toHaveAttribute("aria-pressed", "true");
  await context.setOffline(true);
  await getWishlistButton(page, pipe).click();
  await expect
    .poll(async () => JSON.parse((await readStoredWishlist(page)) ?? "").ids)
    .toEqual([pipe.id, drill.id]);
  await expect(getWishlistButton(page, pipe)).toHaveAttribute("aria-pressed", "true");
  await context.setOffline(false);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
  allowErrors(pageErrors, /toast: the viewport could not be fetched/);
});

test.describe("before hydration", () => {
  test.use({ autoWaitForIdle: false });

  test("a click on the wishlist button before hydration is replayed, and never removes a product", async ({
    page,
    createProduct,
  }) => {
    const drill = await createProduct();
    for (const entry of [{}, toWishlistEntry(drill)]) {
      await setLocalStorage(page, entry);
      const releaseCode = await holdRequests(page, /\/assets\/.*\.js$/);
      await page.goto(toSearchPath(drill), { waitUntil: "commit" });
      await getWishlistButton(page, drill).click();
      await expect(getWishlistButton(page, drill)).toHaveAttribute("aria-busy", "true");
      await releaseCode();
      await expect(getToastRegion(page)).toContainText("Ajouté à votre liste");
      await expect(getWishlistButton(page, drill)).toHaveAttribute("aria-pressed", "true");
      await expect(getWishlistButton(page, drill)).not.toHaveAttribute("aria-busy");
      expect(JSON.parse((await readStoredWishlist(page)) ?? "")).toEqual({ version: 1, ids: [drill.id] });
      await page.unrouteAll({ behavior: "wait" });
    }
  });
});
