/** The session as the header shows it, signing out, and what an address or another tab brings. */
import { SESSION_KEY } from "../../app/lib/stored-session.ts";
import {
  address,
  endingIn,
  findAccountButton,
  findVisitor,
  header,
  nameOf,
  storedSession,
  tellFromAnotherTab,
} from "./support/identity.ts";
import {
  type Account,
  expect,
  expectLogged,
  type Fixtures,
  screen,
  test,
  toasts,
  waitFor,
  within,
} from "./support/screen.ts";

const LOGOUT = /auth\/v1\/logout/;
const REFRESH = /grant_type=refresh_token/;
const RIGHTS = /rpc\/is_admin_user/;

const bearerOf = (session: string) => `Bearer ${JSON.parse(session).access_token}`;

test("the header says that the session loads, then who it is; rights are asked for", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  const session = await shop.signIn(me);
  // A session that has ended is renewed first: as long as that takes, nobody knows who it is.
  const release = shop.network.hold(REFRESH);
  await open("/cart", { storage: endingIn(session, -10) });
  const control = await screen.findByRole("link", { name: "Chargement...", busy: true });
  expect(control).toHaveAttribute("href", "/login?returnUrl=/account");
  await waitFor(() => expect(shop.network.asked(REFRESH)).toHaveLength(1));
  expect(header().queryByRole("button", { name: nameOf(me) })).toBeNull();
  release();
  await findAccountButton(me);
  const renewed = storedSession() ?? "";
  expect(bearerOf(renewed)).not.toBe(bearerOf(session));
  await waitFor(() => expect(shop.network.asked(RIGHTS)).not.toHaveLength(0));
  for (const { headers } of shop.network.asked(RIGHTS))
    expect(headers.get("authorization")).toBe(bearerOf(renewed));
});

/** Opens the account's menu in the header and signs out there. */
async function openAndSignOut(open: Fixtures["open"], me: Account) {
  const { user } = await open("/cart", { as: me });
  await user.click(await findAccountButton(me));
  const menu = within(header().getByRole("navigation", { name: "Compte" }));
  await user.click(menu.getByRole("button", { name: "Déconnexion" }));
}

async function expectSignedOut() {
  await waitFor(() => expect(address()).toBe("/"));
  expect(await findVisitor()).toHaveAttribute("href", "/login?returnUrl=/account");
  expect(storedSession()).toBeNull();
}

const expectToast = (text: string) => waitFor(() => expect(toasts()[0]?.textContent).toBe(text));
const SIGNED_OUT = "Déconnexion réussieVous avez été déconnecté avec succès";

test("signing out ends the session here and on the server, says so, and leads home", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  await openAndSignOut(open, me);
  await expectToast(SIGNED_OUT);
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
    const restore = shop.network.fail(LOGOUT, { status });
    await openAndSignOut(open, me);
    await expectToast(SIGNED_OUT);
    await expectSignedOut();
    restore();
  }
  expect(shop.network.asked(LOGOUT)).toHaveLength(3);
});

test("signing out while the server fails says so, and still leaves nothing on this device", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  shop.network.fail(LOGOUT);
  await openAndSignOut(open, await customer());
  await expectToast("ErreurUne erreur est survenue lors de la déconnexion");
  await expectSignedOut();
  await expectLogged(errors, /identity: signing out failed/);
});

test("a stored session that is nonsense is a visitor's", async ({ open }) => {
  await open("/cart", { storage: { [SESSION_KEY]: "{broken" } });
  await findVisitor();
});

test("a session that an address brings, as links in mails do, is taken over and out of the address", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  const { access_token, refresh_token } = JSON.parse(await shop.signIn(me));
  const brought = { access_token, refresh_token, expires_in: "3600", token_type: "bearer" };
  await open(`/cart#${new URLSearchParams(brought)}`);
  await findAccountButton(me);
  expect(address()).not.toContain("access_token");
  expect(JSON.parse(storedSession() ?? "{}")).toMatchObject({ access_token, refresh_token });
});

test("a page follows the other tabs: who signs in there is signed in here, and who signs out there is gone", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  await open("/login?returnUrl=/cart");
  await findVisitor();
  const session = await shop.signIn(me);
  localStorage.setItem(SESSION_KEY, session);
  window.dispatchEvent(new StorageEvent("storage", { key: SESSION_KEY, newValue: session }));
  await findAccountButton(me);
  await waitFor(() => expect(address()).toBe("/cart"));
  localStorage.removeItem(SESSION_KEY);
  tellFromAnotherTab("SIGNED_OUT", null);
  await findVisitor();
});
