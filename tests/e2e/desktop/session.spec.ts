/** The session as the header shows it, the account menu by mouse, by keys and by touch, and signing out. */
import type { Page } from "@playwright/test";
import {
  asSession,
  expect,
  expectLogged,
  hold,
  remember,
  SESSION_KEY,
  signInOver,
  test,
} from "../support/shopper.ts";

const header = (page: Page) => page.getByRole("banner");
const nameOf = ({ email }: { email: string }) => email.split("@")[0] ?? "";
const storedSession = (page: Page) => page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);

/** What only the code of auth-js says. */
const AUTH_JS = "grant_type=refresh_token";

test("a visitor is offered to sign in, and no public page carries the code for it", async ({
  page,
  goods,
  request,
}) => {
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.text());
  });
  expect(await (await request.get("/")).text()).toContain("Chargement...");
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

test("the header says that the session loads, then who it is; rights are asked for", async ({
  page,
  shop,
  customer,
}) => {
  const known = await customer();
  const session = await signInOver(shop, known);
  await remember(page, asSession(session));
  const code = await hold(page, /\/assets\/session-.*\.js/);
  const asked = page.waitForRequest("**/rest/v1/rpc/is_admin_user");
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Voir les produits" })).toBeVisible();
  await expect(header(page).getByRole("link", { name: "Chargement..." })).toHaveAttribute(
    "aria-busy",
    "true",
  );
  await code.release();
  await expect(header(page).getByRole("button", { name: nameOf(known) })).toBeVisible();
  expect((await asked).headers().authorization).toBe(`Bearer ${session.access_token}`);
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

async function signOut(page: Page, known: { email: string }) {
  await header(page)
    .getByRole("button", { name: nameOf(known) })
    .hover();
  await header(page).getByRole("button", { name: "Déconnexion" }).click();
}

async function expectSignedOut(page: Page) {
  await expect(page).toHaveURL("/");
  await expect(header(page).getByRole("link", { name: "Connexion" })).toBeVisible();
  expect(await storedSession(page)).toBeNull();
}

test("signing out ends the session here and on the server, says so, and leads home", async ({
  page,
  context,
  shop,
  customer,
}) => {
  const known = await customer();
  await remember(page, asSession(await signInOver(shop, known)));
  await page.goto("/cart");
  const other = await context.newPage();
  await other.goto("/cart");
  await expect(header(other).getByRole("button", { name: nameOf(known) })).toBeVisible();

  await signOut(page, known);
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
  await expect(toast).toContainText("Déconnexion réussie");
  await expect(toast).toContainText("Vous avez été déconnecté avec succès");
  await expectSignedOut(page);
  expect(await shop.sql`select id from auth.sessions where user_id = ${known.id}`).toHaveLength(0);
  await expect(header(other).getByRole("link", { name: "Connexion" })).toBeVisible();
});

for (const status of [401, 403, 404]) {
  test(`signing out of a session that the server does not know (${status}) removes it here`, async ({
    page,
    shop,
    customer,
    pageErrors,
  }) => {
    const known = await customer();
    await remember(page, asSession(await signInOver(shop, known)));
    await page.route("**/auth/v1/logout*", (route) => route.fulfill({ status, json: { msg: "no" } }));
    await page.goto("/cart");
    await signOut(page, known);
    await expect(page.getByText("Déconnexion réussie")).toBeVisible();
    await expectSignedOut(page);
    await expectLogged(pageErrors, new RegExp(`status of ${status}`));
  });
}

test("signing out while the server fails says so, and still leaves nothing on this device", async ({
  page,
  shop,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  await remember(page, asSession(await signInOver(shop, known)));
  await page.route("**/auth/v1/logout*", (route) => route.fulfill({ status: 500, json: { msg: "no" } }));
  await page.goto("/cart");
  await signOut(page, known);
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("alert")).toHaveText(
    "ErreurUne erreur est survenue lors de la déconnexion",
  );
  await expectSignedOut(page);
  await expectLogged(pageErrors, /identity: signing out failed/);
  await expectLogged(pageErrors, /status of 500/);
});

test("an error that nobody foresaw shows its heading and the ways on, never a stack", async ({ page }) => {
  await page.route("**/products.data*", (route) => route.fulfill({ status: 200, body: "nonsense" }));
  await page.goto("/cart");
  await page.getByRole("main").getByRole("link", { name: "Découvrir nos produits" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expect(page.getByRole("link", { name: "Retour à l'accueil" })).toHaveAttribute("href", "/");
  await expect(page.getByRole("main")).not.toContainText(/at |Error:|nonsense/);
});
