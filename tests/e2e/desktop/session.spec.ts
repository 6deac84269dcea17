/** The page weight without a session, the account menu by mouse, keyboard and touch, and several tabs. */
import type { Page } from "@playwright/test";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { getAccountCard } from "#tests/support/e2e/account.ts";
import {
  type Customer,
  setLocalStorage,
  signInOverApi,
  toSessionEntry,
} from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { collectScripts } from "#tests/support/e2e/scripts.ts";
import { waitForIdle } from "#tests/support/e2e/wait-for-idle.ts";

const header = (page: Page) => page.getByRole("banner");
const nameOf = ({ email }: { email: string }) => email.split("@")[0] ?? "";

/** A string that only the code of auth-js contains. */
const AUTH_JS = "grant_type=refresh_token";

test("a visitor sees the sign-in link, and no public page loads the code for signing in", async ({
  page,
  createProduct,
}) => {
  const readScripts = collectScripts(page);
  for (const path of ["/", "/products", `/product/${(await createProduct()).slug}`, "/cart"]) {
    await page.goto(path);
    const link = header(page).getByRole("link", { name: "Connexion" });
    await expect(link).toHaveAttribute("href", "/login?returnUrl=/account");
    await expect(link).toHaveAttribute("aria-busy", "false");
    await page.waitForLoadState("networkidle");
  }
  const loaded = await readScripts();
  expect(loaded.length).toBeGreaterThan(5);
  expect(loaded.filter((text) => text.includes(AUTH_JS))).toEqual([]);

  await page.goto("/login");
  await expect(header(page).getByRole("link", { name: "Connexion" })).toHaveAttribute("aria-busy", "false");
  expect((await readScripts()).filter((text) => text.includes(AUTH_JS))).toHaveLength(1);
});

test("the menu opens by hover and focus, and closes by leaving it and by Escape", async ({
  page,
  shop,
  customer,
}) => {
  const buyer = await customer();
  await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, buyer)));
  await page.goto("/cart");
  const button = header(page).getByRole("button", { name: nameOf(buyer) });
  const accountLink = header(page).getByRole("link", { name: "Mon compte" });
  await button.hover();
  await expect(accountLink).toHaveAttribute("href", "/account");
  await button.click();
  await expect(accountLink).toBeVisible();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(accountLink).toBeHidden();
  await expect(button).toHaveAttribute("aria-expanded", "false");

  await page.getByRole("banner").getByRole("searchbox").focus();
  await page.keyboard.press("Tab");
  while (!(await button.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press("Tab");
  await expect(accountLink).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(accountLink).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(header(page).getByRole("button", { name: "Déconnexion" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(accountLink).toBeHidden();
  await expect(button).toBeFocused();
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 800 } });

  test("the menu opens and closes by tapping", async ({ page, shop, customer }) => {
    const buyer = await customer();
    await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, buyer)));
    await page.goto("/cart");
    const button = header(page).getByRole("button", { name: nameOf(buyer) });
    const accountLink = header(page).getByRole("link", { name: "Mon compte" });
    await button.tap();
    await expect(accountLink).toBeVisible();
    await button.tap();
    await expect(accountLink).toBeHidden();
    await button.tap();
    await page.getByRole("heading", { level: 1 }).tap();
    await expect(accountLink).toBeHidden();
    await button.tap();
    await accountLink.tap();
    await expect(page).toHaveURL("/account");
  });
});

test("every tab follows a sign-in, a sign-out, and another customer's sign-in", async ({
  page,
  context,
  shop,
  customer,
}) => {
  const [first, second] = [await customer(), await customer()];
  await shop.sql`update profiles set first_name = 'Issa' where id = ${second.id}`;
  const other = await context.newPage();
  async function signInThere({ email, password }: Customer) {
    await other.goto("/login?returnUrl=/account");
    await waitForIdle(other);
    await other.getByLabel("Email").fill(email);
    await other.getByLabel("Mot de passe").fill(password);
    await other.getByRole("button", { name: "Se connecter" }).click();
    await expect(other).toHaveURL("/account");
    await expect(getAccountCard(other)).toContainText(email);
  }

  await page.goto("/login?returnUrl=/account%3Ftab%3Dcommandes");
  await signInThere(first);
  await expect(page).toHaveURL("/account?tab=commandes");
  await expect(getAccountCard(page)).toContainText(first.email);

  await getAccountCard(other).getByRole("button", { name: "Déconnexion" }).click();
  await expect(other).toHaveURL("/");
  const toast = other.getByRole("region", { name: "Notifications" }).getByRole("listitem");
  await expect(toast).toContainText("Déconnexion réussie");
  expect(await other.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
  expect(await shop.sql`select id from auth.sessions where user_id = ${first.id}`).toHaveLength(0);
  await expect(page.getByRole("heading", { name: "Vous n'êtes plus connecté" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(first.email);
  await expect(header(page).getByRole("link", { name: "Connexion" })).toBeVisible();

  await signInThere(second);
  await expect(getAccountCard(page)).toContainText(second.email);
  await page.getByRole("tab", { name: "Profil" }).click();
  await expect(page.getByLabel("Prénom")).toHaveValue("Issa");
});
