/** Hearts in several tabs, pressed before the page listens, and without a network. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  asWishlist,
  expect,
  expectLogged,
  forgive,
  hold,
  remember,
  type StoredProduct,
  test,
} from "../support/shopper.ts";
import { FAILED_LOAD, settled } from "../support/storefront.ts";

const heartOf = (page: Page, { name }: { name: string }) =>
  page.getByRole("main").getByRole("button", { name: new RegExp(`${name} .* ma liste de souhaits$`) });
const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("wishlist"));
const searched = ({ name }: Pick<StoredProduct, "name">) => `/products?search=${encodeURIComponent(name)}`;

test("other tabs follow", async ({ page, context, goods }) => {
  const drill = await goods();
  const other = await context.newPage();
  await page.goto(searched(drill));
  await other.goto(searched(drill));
  await settled(other);
  await heartOf(page, drill).click();
  await expect(heartOf(other, drill)).toHaveAttribute("aria-pressed", "true");
  await heartOf(other, drill).click();
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "false");
});

test("without a network a visitor's hearts work once their code is there, and go back when it is not", async ({
  page,
  context,
  goods,
  pageErrors,
}) => {
  const word = `Outil ${randomUUID().slice(0, 8)}`;
  const [drill, pipe] = [await goods({ name: `${word} un` }), await goods({ name: `${word} deux` })];
  await page.goto(searched({ name: word }));
  await context.setOffline(true);
  await heartOf(page, drill).click();
  // The last that happens to a press whose code cannot be fetched.
  await expectLogged(pageErrors, /toast: the viewport could not be fetched/);
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "false");
  expect(await stored(page)).toBeNull();
  await context.setOffline(false);
  await heartOf(page, drill).click();
  await expect(toasts(page)).toContainText("Ajouté à votre liste");

  await page.reload();
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "true");
  await context.setOffline(true);
  await heartOf(page, pipe).click();
  await expect.poll(async () => JSON.parse((await stored(page)) ?? "").ids).toEqual([pipe.id, drill.id]);
  await expect(heartOf(page, pipe)).toHaveAttribute("aria-pressed", "true");
  await context.setOffline(false);
  forgive(pageErrors, FAILED_LOAD);
  forgive(pageErrors, /toast: the viewport could not be fetched/);
});

test.describe("before the page listens", () => {
  test.use({ waitUntilSettled: false });

  test("a heart that is pressed before the application lives is kept, and never empties one", async ({
    page,
    goods,
  }) => {
    const drill = await goods();
    for (const known of [{}, asWishlist(drill)]) {
      await remember(page, known);
      const code = await hold(page, /\/assets\/.*\.js$/);
      await page.goto(searched(drill), { waitUntil: "commit" });
      await heartOf(page, drill).click();
      await expect(heartOf(page, drill)).toHaveAttribute("aria-busy", "true");
      await code.release();
      await expect(toasts(page)).toContainText("Ajouté à votre liste");
      await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "true");
      await expect(heartOf(page, drill)).not.toHaveAttribute("aria-busy");
      expect(JSON.parse((await stored(page)) ?? "")).toEqual({ version: 1, ids: [drill.id] });
      await page.unrouteAll({ behavior: "wait" });
    }
  });
});
