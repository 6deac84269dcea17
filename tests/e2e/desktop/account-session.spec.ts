/** The account while the session changes: tokens that end, other tabs, other devices, and a network that takes long. */
import {
  ACCOUNT,
  card,
  expectProfile,
  ORDERS,
  ORDERS_ASKED,
  openAs,
  orderFor,
  orders,
  PROFILES,
  toasts,
} from "../support/account.ts";
import {
  asSession,
  expect,
  expectLogged,
  forgive,
  hold,
  remember,
  SESSION_KEY,
  signInOver,
  test,
} from "../support/shopper.ts";

const expired = {
  status: 401,
  json: { code: "PGRST303", message: "JWT expired", details: null, hint: null },
};

test("a token that ran out unnoticed is replaced, and nobody sees it", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  const order = await orderFor(shop, known, { lines: [{ goods: await goods(), quantity: 1 }] });
  const session = await signInOver(shop, known);
  await page.route(/\/rest\/v1\/(profiles|orders)\?/, (route) =>
    route.request().headers().authorization === `Bearer ${session.access_token}`
      ? route.fulfill(expired)
      : route.fallback(),
  );
  await remember(page, asSession(session));
  await page.goto(ORDERS);
  await expect(orders(page)).toContainText([order.number]);
  await expect(card(page).getByText("Fatou")).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  await expectLogged(pageErrors, /status of 401/);
});

test("a session that has ended meanwhile empties the page and leads back after the sign-in", async ({
  page,
  shop,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  await openAs(page, shop, known);
  await expectProfile(page);
  await page.route(PROFILES, (route) => route.fulfill(expired));
  await shop.sql`delete from auth.sessions where user_id = ${known.id}`;
  await page.getByLabel("Ville").fill("Kaya");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByRole("heading", { name: "Vous n'êtes plus connecté" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(known.email);
  await page.getByRole("link", { name: "Se connecter" }).click();
  await expect(page).toHaveURL("/login?returnUrl=/account");
  await expectLogged(pageErrors, /identity: the profile/);
  forgive(pageErrors, /status of 40\d|refresh/i);
});

test("a session that was ended on another device leads to the sign-in page", async ({
  page,
  shop,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  const session = await signInOver(shop, known);
  await shop.sql`delete from auth.sessions where user_id = ${known.id}`;
  await remember(page, asSession({ ...session, expires_at: Math.floor(Date.now() / 1000) - 10 }));
  await page.goto(ACCOUNT);
  await expect(page).toHaveURL("/login?returnUrl=/account");
  await expectLogged(pageErrors, /status of 40\d/);
  forgive(pageErrors, /refresh/i);
});

test("without a network the page says so and keeps the session", async ({
  page,
  shop,
  customer,
  pageErrors,
}) => {
  const session = await signInOver(shop, await customer());
  await remember(page, asSession({ ...session, expires_at: Math.floor(Date.now() / 1000) - 10 }));
  await page.clock.install();
  await page.route("**/auth/v1/token*", (route) => route.abort("internetdisconnected"));
  await page.goto(ACCOUNT);
  const notice = page.getByText("La page n'a pas pu s'ouvrir : le réseau ne répond pas.");
  await expect
    .poll(
      async () => {
        await page.clock.runFor(5000);
        return notice.isVisible();
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).not.toBeNull();
  await page.unroute("**/auth/v1/token*");
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expectProfile(page);
  await expectLogged(pageErrors, /ERR_INTERNET_DISCONNECTED/);
  forgive(pageErrors, /Failed to fetch|AuthRetryable|refresh/i);
});

test("signing out in another tab takes the account from this one's screen", async ({
  page,
  context,
  shop,
  customer,
}) => {
  const known = await customer();
  await openAs(page, shop, known, ORDERS);
  await expect(card(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(ACCOUNT);
  await card(other).getByRole("button", { name: "Déconnexion" }).click();
  await expect(other).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "Vous n'êtes plus connecté" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(known.email);
  await expect(page.getByRole("link", { name: "Se connecter" })).toHaveAttribute(
    "href",
    "/login?returnUrl=/account%3Ftab%3Dcommandes",
  );
});

test("another customer signing in in another tab replaces the account", async ({
  page,
  context,
  shop,
  customer,
}) => {
  const [first, second] = [await customer(), await customer()];
  await shop.sql`update profiles set first_name = 'Issa' where id = ${second.id}`;
  await openAs(page, shop, first);
  await expectProfile(page);
  const other = await context.newPage();
  await other.goto(ACCOUNT);
  await card(other).getByRole("button", { name: "Déconnexion" }).click();
  await expect(other).toHaveURL("/");
  await other.goto("/login?returnUrl=/account");
  await other.getByLabel("Email").fill(second.email);
  await other.getByLabel("Mot de passe").fill(second.password);
  await other.getByRole("button", { name: "Se connecter" }).click();
  await expect(card(other)).toContainText("Issa");
  await expect(card(page)).toContainText(second.email);
  await expect(page.getByLabel("Prénom")).toHaveValue("Issa");
});

test("what is on its way has its shape, and the rest is there already", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  await orderFor(shop, known, { lines: [{ goods: await goods(), quantity: 1 }] });
  const [profile, list] = [await hold(page, PROFILES), await hold(page, ORDERS_ASKED)];
  await openAs(page, shop, known);
  await expect(page.getByRole("status", { name: "Chargement du profil" })).toBeVisible();
  await expect(card(page)).toContainText(known.email);
  await page.getByRole("tab", { name: "Commandes" }).click();
  await expect(page.getByRole("status", { name: "Chargement de vos commandes" })).toBeVisible();
  await profile.release();
  await expect(card(page)).toContainText("Fatou");
  await list.release();
  await expect(orders(page)).toHaveCount(1);
});

test("the HTML of private pages has their shape and nothing of anybody", async ({ request }) => {
  for (const path of [ACCOUNT, ORDERS, "/account/orders/1"]) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain("Cette page a besoin de JavaScript.");
    expect(html, path).toMatch(/aria-label="Chargement d/);
  }
});
