/** The session in the header, signing out, and sessions from a URL or another tab. */
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import {
  type Account,
  expect,
  expectLoggedError,
  type Fixtures,
  getHeader,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import {
  findAccountButton,
  findSignInLink,
  getCurrentUrl,
  postFromAnotherTab,
  readStoredSession,
  withExpiry,
} from "#tests/support/screens/session.ts";
import { expectNewestToastText } from "#tests/support/screens/toasts.ts";

const LOGOUT_URL = /auth\/v1\/logout/;
const REFRESH_URL = /grant_type=refresh_token/;
const IS_ADMIN_URL = /rpc\/is_admin_user/;

const toBearer = (session: string) => `Bearer ${JSON.parse(session).access_token}`;

test("the header shows the account while its session is refreshed; the admin right is requested then", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  const session = await shop.signIn(me);
  const release = shop.network.hold(REFRESH_URL);
  await open("/cart", { storage: withExpiry(session, -10) });
  await findAccountButton(me);
  await waitFor(() => expect(shop.network.listRequests(REFRESH_URL)).toHaveLength(1));
  expect(shop.network.listRequests(IS_ADMIN_URL)).toHaveLength(0);
  release();
  await waitFor(() => expect(readStoredSession()).not.toContain(JSON.parse(session).access_token));
  const renewed = readStoredSession() ?? "";
  expect(toBearer(renewed)).not.toBe(toBearer(session));
  await waitFor(() => expect(shop.network.listRequests(IS_ADMIN_URL)).not.toHaveLength(0));
  for (const { headers } of shop.network.listRequests(IS_ADMIN_URL))
    expect(headers.get("authorization")).toBe(toBearer(renewed));
});

/** Opens the account's menu in the header and signs out there. */
async function openAndSignOut(open: Fixtures["open"], me: Account) {
  const { user } = await open("/cart", { as: me });
  await user.click(await findAccountButton(me));
  const menu = within(getHeader().getByRole("navigation", { name: "Compte" }));
  await user.click(menu.getByRole("button", { name: "Déconnexion" }));
}

async function expectSignedOut() {
  await waitFor(() => expect(getCurrentUrl()).toBe("/"));
  expect(await findSignInLink()).toHaveAttribute("href", "/login?returnUrl=/account");
  expect(readStoredSession()).toBeNull();
}

const SIGNED_OUT = "Déconnexion réussieVous avez été déconnecté avec succès";

test("signing out ends the session here and on the server, confirms it, and leads to the home page", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  await openAndSignOut(open, me);
  await expectNewestToastText(SIGNED_OUT);
  await expectSignedOut();
  expect(await shop.sql`select id from auth.sessions where user_id = ${me.id}`).toHaveLength(0);
});

test("signing out of a session that the server does not know removes it here", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  for (const status of [401, 403, 404]) {
    const restore = shop.network.fail(LOGOUT_URL, { status });
    await openAndSignOut(open, me);
    await expectNewestToastText(SIGNED_OUT);
    await expectSignedOut();
    restore();
  }
  expect(shop.network.listRequests(LOGOUT_URL)).toHaveLength(3);
});

test("signing out while the server fails says so, and still leaves nothing on this device", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  shop.network.fail(LOGOUT_URL);
  await openAndSignOut(open, await customer());
  await expectNewestToastText(
    "ErreurUne erreur est survenue lors de la déconnexionVous êtes bien déconnecté de cet appareil, mais la boutique n'a pas pu l'enregistrer.",
  );
  await expectSignedOut();
  await expectLoggedError(errors, /identity: signing out failed/);
});

test("a malformed stored session counts as none", async ({ open }) => {
  await open("/cart", { storage: { [SESSION_KEY]: "{broken" } });
  await findSignInLink();
});

test("a session in a URL is ignored and removed, for a visitor and for a signed-in customer", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  const { access_token, refresh_token } = JSON.parse(await shop.signIn(await customer()));
  const attack = { access_token, refresh_token, expires_in: "3600", token_type: "bearer" };
  for (const [path, type] of [
    ["/cart", "signup"],
    ["/login", "magiclink"],
    ["/reset-password", "recovery"],
  ]) {
    localStorage.clear();
    const address = `${path}#${new URLSearchParams({ ...attack, type: type ?? "" })}`;
    await open(address);
    await findSignInLink();
    expect(readStoredSession()).toBeNull();
    expect(window.location.hash).toBe("");
    if (path === "/login") continue;
    await open(address, { as: me });
    await findAccountButton(me);
    expect(readStoredSession()).not.toContain(access_token);
    expect(window.location.hash).toBe("");
  }
});

test("a page follows the other tabs: their sign-in and their sign-out apply here", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  await open("/login?returnUrl=/cart");
  await findSignInLink();
  const session = await shop.signIn(me);
  localStorage.setItem(SESSION_KEY, session);
  window.dispatchEvent(new StorageEvent("storage", { key: SESSION_KEY, newValue: session }));
  await findAccountButton(me);
  await waitFor(() => expect(getCurrentUrl()).toBe("/cart"));
  localStorage.removeItem(SESSION_KEY);
  postFromAnotherTab("SIGNED_OUT", null);
  await findSignInLink();
});
