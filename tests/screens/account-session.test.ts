/** The account when the session changes: expired tokens, other tabs, other devices, and a slow network. */
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  ACCOUNT_PATH,
  expectOrders,
  expectProfile,
  findAccountCard,
  getTab,
  ORDERS_PATH,
  ORDERS_URL,
  PROFILES_URL,
  queryOrders,
} from "#tests/support/screens/account.ts";
import {
  type Account,
  expect,
  expectLoggedError,
  screen,
  test,
  waitFor,
} from "#tests/support/screens/screen.ts";
import { getCurrentUrl, postFromAnotherTab, withExpiry } from "#tests/support/screens/session.ts";
import { getToasts } from "#tests/support/screens/toasts.ts";

const createExpiredResponse = () =>
  Response.json({ code: "PGRST303", message: "JWT expired", details: null, hint: null }, { status: 401 });

/** Asserts that the page shows nothing of the account and leads back to it after the next sign-in. */
async function expectSessionEnded(me: Account, returnUrl: string) {
  await screen.findByRole("heading", { name: "Vous n'êtes plus connecté" });
  expect(screen.getByRole("main")).not.toHaveTextContent(me.email);
  expect(screen.getByRole("main")).not.toHaveTextContent("Fatou");
  expect(screen.getByRole("link", { name: "Se connecter" })).toHaveAttribute(
    "href",
    `/login?returnUrl=${returnUrl}`,
  );
}

test("an expired token is refreshed without being noticed", async ({ open, shop, customer }) => {
  const me = await customer();
  const order = await createOrder(shop.sql, me, {
    lines: [{ product: await createProduct(shop.sql), quantity: 1 }],
  });
  const session = await shop.signIn(me);
  const old = `Bearer ${JSON.parse(session).access_token}`;
  let refused = 0;
  shop.network.respond(/rest\/v1\/(profiles|orders)\?/, ({ headers }, forward) => {
    if (headers.get("authorization") !== old) return forward();
    refused += 1;
    return createExpiredResponse();
  });
  await open(ORDERS_PATH, { storage: { [SESSION_KEY]: session } });
  await expectOrders(1);
  expect(queryOrders()[0]).toHaveTextContent(order.number);
  expect(await (await findAccountCard()).findByText(/Fatou/)).toBeVisible();
  expect(refused).toBeGreaterThan(0);
  expect(getToasts()).toHaveLength(0);
});

test("a session that has ended empties the page, the sign-in leads back, and what was typed is there", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const me = await customer();
  const { user } = await open(ACCOUNT_PATH, { as: me });
  await expectProfile();
  const restore = shop.network.respond(PROFILES_URL, createExpiredResponse);
  await shop.sql`delete from auth.sessions where user_id = ${me.id}`;
  await user.type(screen.getByLabelText(/^Ville/), "Kaya");
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await expectSessionEnded(me, "/account");
  await user.click(screen.getByRole("link", { name: "Se connecter" }));
  await waitFor(() => expect(getCurrentUrl()).toBe("/login?returnUrl=/account"));
  await expectLoggedError(errors, /identity: the profile/);
  restore();
  await open(ACCOUNT_PATH, { as: me });
  await waitFor(() => expect(screen.getByLabelText(/^Ville/)).toHaveValue("Kaya"));
});

test("a session that was ended on another device leads to the sign-in page", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  const session = await shop.signIn(me);
  await shop.sql`delete from auth.sessions where user_id = ${me.id}`;
  await open(ACCOUNT_PATH, { storage: withExpiry(session, -10) });
  await waitFor(() => expect(getCurrentUrl()).toBe("/login?returnUrl=/account"));
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

test("a sign-out in another tab removes the account from this one's screen", async ({ open, customer }) => {
  const me = await customer();
  await open(ORDERS_PATH, { as: me });
  await (await findAccountCard()).findByText(/Fatou/);
  localStorage.removeItem(SESSION_KEY);
  postFromAnotherTab("SIGNED_OUT", null);
  await expectSessionEnded(me, "/account%3Ftab%3Dcommandes");
});

test("another customer's sign-in in another tab replaces the account", async ({ open, shop, customer }) => {
  const [first, second] = [await customer(), await customer()];
  await shop.sql`update profiles set first_name = 'Issa' where id = ${second.id}`;
  await open(ACCOUNT_PATH, { as: first });
  await expectProfile();
  const session = await shop.signIn(second);
  localStorage.setItem(SESSION_KEY, session);
  postFromAnotherTab("SIGNED_IN", JSON.parse(session));
  await waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveValue("Issa"));
  expect((await findAccountCard()).getByText(second.email)).toBeVisible();
  expect(screen.getByRole("main")).not.toHaveTextContent(first.email);
});

test("loading content has a skeleton, and the rest is shown already", async ({ open, shop, customer }) => {
  const me = await customer();
  await createOrder(shop.sql, me, { lines: [{ product: await createProduct(shop.sql), quantity: 1 }] });
  const releaseProfile = shop.network.hold(PROFILES_URL);
  const releaseOrders = shop.network.hold(ORDERS_URL);
  const { user } = await open(ACCOUNT_PATH, { as: me });
  // The page itself is loaded when the card names the account; its fallback has the same skeleton.
  expect((await findAccountCard()).getByText(me.email)).toBeVisible();
  expect(screen.getByRole("status", { name: "Chargement du profil" })).toBeVisible();
  await user.click(getTab("Commandes"));
  expect(await screen.findByRole("status", { name: "Chargement de vos commandes" })).toBeVisible();
  releaseProfile();
  await (await findAccountCard()).findByText(/Fatou/);
  expect(screen.getByRole("status", { name: "Chargement de vos commandes" })).toBeVisible();
  releaseOrders();
  await expectOrders(1);
});
