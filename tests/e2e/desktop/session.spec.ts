/** What a session costs those who have none, the account menu by mouse, by keys and by touch, and several tabs. */
import type { Page } from "@playwright/test";
import { card } from "../support/account.ts";
import type { Customer } from "../support/fixtures.ts";
import { settled } from "../support/settled.ts";
import { asSession, expect, remember, SESSION_KEY, signInOver, test } from "../support/shopper.ts";

const header = (page: Page) => page.getByRole("banner");
const nameOf = ({ email }: { email: string }) => email.split("@")[0] ?? "";

/** What only the code of auth-js says. */
const AUTH_JS = "grant_type=refresh_token";

test("a visitor is offered to sign in, and no public page carries the code for it", async ({
  page,
  goods,
}) => {
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.text());
  });
  for (const path of ["/", "/products", `/product/${(await goods()).slug}`, "/cart"]) {
    await page.goto(path);
    const link = header(page).getByRole("link", { name: "Connexion" });
    await expect(link).toHaveAttribute("href", "/login?returnUrl=/account");
    await expect(link).toHaveAttribute("aria-busy", "false");
    await page.waitForLoadState("networkidle");
  }
  const loaded = await Promise.all(scripts);
  expect(loaded.length).toBeGreaterThan(5);
  expect(loaded.filter((text) => text.includes(AUTH_JS))).toEqual([]);

  await page.goto("/login");
  await expect(header(page).getByRole("link", { name: "Connexion" })).toHaveAttribute("aria-busy", "false");
  expect((await Promise.all(scripts)).filter((text) => text.includes(AUTH_JS))).toHaveLength(1);
});

test("the menu opens by pointing and by focus, and closes by leaving and by Escape", async ({
  page,
  shop,
  customer,
}) => {
  const known = await customer();
  await remember(page, asSession(await signInOver(shop, known)));
  await page.goto("/cart");
  const button = header(page).getByRole("button", { name: nameOf(known) });
  const account = header(page).getByRole("link", { name: "Mon compte" });
  await button.hover();
  await expect(account).toHaveAttribute("href", "/account");
  await button.click();
  await expect(account).toBeVisible();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(account).toBeHidden();
  await expect(button).toHaveAttribute("aria-expanded", "false");

  await page.getByRole("banner").getByRole("searchbox").focus();
  await page.keyboard.press("Tab");
  while (!(await button.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press("Tab");
  await expect(account).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(account).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(header(page).getByRole("button", { name: "Déconnexion" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(account).toBeHidden();
  await expect(button).toBeFocused();
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 800 } });

  test("the menu opens and closes by tapping", async ({ page, shop, customer }) => {
    const known = await customer();
    await remember(page, asSession(await signInOver(shop, known)));
    await page.goto("/cart");
    const button = header(page).getByRole("button", { name: nameOf(known) });
    const account = header(page).getByRole("link", { name: "Mon compte" });
    await button.tap();
    await expect(account).toBeVisible();
    await button.tap();
    await expect(account).toBeHidden();
    await button.tap();
    await page.getByRole("heading", { level: 1 }).tap();
    await expect(account).toBeHidden();
    await button.tap();
    await account.tap();
    await expect(page).toHaveURL("/account");
  });
});

test("every tab follows: signing in, signing out, and another customer signing in", async ({
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
    await settled(other);
    await other.getByLabel("Email").fill(email);
    await other.getByLabel("Mot de passe").fill(password);
    await other.getByRole("button", { name: "Se connecter" }).click();
    await expect(other).toHaveURL("/account");
    await expect(card(other)).toContainText(email);
  }

  await page.goto("/login?returnUrl=/account%3Ftab%3Dcommandes");
  await signInThere(first);
  await expect(page).toHaveURL("/account?tab=commandes");
  await expect(card(page)).toContainText(first.email);

  await card(other).getByRole("button", { name: "Déconnexion" }).click();
  await expect(other).toHaveURL("/");
  const toast = other.getByRole("region", { name: "Notifications" }).getByRole("listitem");
  await expect(toast).toContainText("Déconnexion réussie");
  expect(await other.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
  expect(await shop.sql`select id from auth.sessions where user_id = ${first.id}`).toHaveLength(0);
  await expect(page.getByRole("heading", { name: "Vous n'êtes plus connecté" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(first.email);
  await expect(header(page).getByRole("link", { name: "Connexion" })).toBeVisible();

  await signInThere(second);
  await expect(card(page)).toContainText(second.email);
  await page.getByRole("tab", { name: "Profil" }).click();
  await expect(page.getByLabel("Prénom")).toHaveValue("Issa");
});
