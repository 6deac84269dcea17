/** The account while the session changes: tokens that end, other tabs, other devices, and a network that takes long. */
import { SESSION_KEY } from "../../app/lib/stored-session.ts";
import { createOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import {
  ACCOUNT,
  expectOrders,
  expectProfile,
  findCard,
  ORDERS,
  ORDERS_ASKED,
  orders,
  PROFILES,
  tab,
} from "./support/account.ts";
import { address, endingIn, tellFromAnotherTab } from "./support/identity.ts";
import { type Account, expect, expectLogged, screen, test, toasts, waitFor } from "./support/screen.ts";

const expired = () =>
  Response.json({ code: "PGRST303", message: "JWT expired", details: null, hint: null }, { status: 401 });

/** The page has nothing of the account any more, and leads back after signing in again. */
async function expectEnded(me: Account, returnUrl: string) {
  await screen.findByRole("heading", { name: "Vous n'êtes plus connecté" });
  expect(screen.getByRole("main")).not.toHaveTextContent(me.email);
  expect(screen.getByRole("main")).not.toHaveTextContent("Fatou");
  expect(screen.getByRole("link", { name: "Se connecter" })).toHaveAttribute(
    "href",
    `/login?returnUrl=${returnUrl}`,
  );
}

test("a token that ran out unnoticed is replaced, and nobody sees it", async ({ open, shop, customer }) => {
  const me = await customer();
  const order = await createOrder(shop.sql, me, {
    lines: [{ goods: await createProduct(shop.sql), quantity: 1 }],
  });
  const session = await shop.signIn(me);
  const old = `Bearer ${JSON.parse(session).access_token}`;
  let refused = 0;
  shop.network.answer(/rest\/v1\/(profiles|orders)\?/, ({ headers }, forward) => {
    if (headers.get("authorization") !== old) return forward();
    refused += 1;
    return expired();
  });
  await open(ORDERS, { storage: { [SESSION_KEY]: session } });
  await expectOrders(1);
  expect(orders()[0]).toHaveTextContent(order.number);
  expect(await (await findCard()).findByText(/Fatou/)).toBeVisible();
  expect(refused).toBeGreaterThan(0);
  expect(toasts()).toHaveLength(0);
});

test("a session that has ended meanwhile empties the page and leads back after the sign-in", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const me = await customer();
  const { user } = await open(ACCOUNT, { as: me });
  await expectProfile();
  shop.network.answer(PROFILES, expired);
  await shop.sql`delete from auth.sessions where user_id = ${me.id}`;
  await user.type(screen.getByLabelText(/^Ville/), "Kaya");
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await expectEnded(me, "/account");
  await user.click(screen.getByRole("link", { name: "Se connecter" }));
  await waitFor(() => expect(address()).toBe("/login?returnUrl=/account"));
  await expectLogged(errors, /identity: the profile/);
});

test("a session that was ended on another device leads to the sign-in page", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  const session = await shop.signIn(me);
  await shop.sql`delete from auth.sessions where user_id = ${me.id}`;
  await open(ACCOUNT, { storage: endingIn(session, -10) });
  await waitFor(() => expect(address()).toBe("/login?returnUrl=/account"));
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

test("signing out in another tab takes the account from this one's screen", async ({ open, customer }) => {
  const me = await customer();
  await open(ORDERS, { as: me });
  await (await findCard()).findByText(/Fatou/);
  localStorage.removeItem(SESSION_KEY);
  tellFromAnotherTab("SIGNED_OUT", null);
  await expectEnded(me, "/account%3Ftab%3Dcommandes");
});

test("another customer signing in in another tab replaces the account", async ({ open, shop, customer }) => {
  const [first, second] = [await customer(), await customer()];
  await shop.sql`update profiles set first_name = 'Issa' where id = ${second.id}`;
  await open(ACCOUNT, { as: first });
  await expectProfile();
  const session = await shop.signIn(second);
  localStorage.setItem(SESSION_KEY, session);
  tellFromAnotherTab("SIGNED_IN", JSON.parse(session));
  await waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveValue("Issa"));
  expect((await findCard()).getByText(second.email)).toBeVisible();
  expect(screen.getByRole("main")).not.toHaveTextContent(first.email);
});

test("what is on its way has its shape, and the rest is there already", async ({ open, shop, customer }) => {
  const me = await customer();
  await createOrder(shop.sql, me, { lines: [{ goods: await createProduct(shop.sql), quantity: 1 }] });
  const releaseProfile = shop.network.hold(PROFILES);
  const releaseOrders = shop.network.hold(ORDERS_ASKED);
  const { user } = await open(ACCOUNT, { as: me });
  // The page itself has come when the card names the account; its fallback has the same shape.
  expect((await findCard()).getByText(me.email)).toBeVisible();
  expect(screen.getByRole("status", { name: "Chargement du profil" })).toBeVisible();
  await user.click(tab("Commandes"));
  expect(await screen.findByRole("status", { name: "Chargement de vos commandes" })).toBeVisible();
  releaseProfile();
  await (await findCard()).findByText(/Fatou/);
  expect(screen.getByRole("status", { name: "Chargement de vos commandes" })).toBeVisible();
  releaseOrders();
  await expectOrders(1);
});
