/** The account while the backend fails: every message of it, what stays usable, and another try. */
import { SESSION_KEY } from "../../app/lib/stored-session.ts";
import { createOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import {
  ACCOUNT,
  expectErrorToast,
  expectOrders,
  expectProfile,
  expectRefused,
  findCard,
  ORDERS,
  ORDERS_ASKED,
  orders,
  PROFILES,
  tab,
} from "./support/account.ts";
import { nameOf } from "./support/identity.ts";
import {
  type Account,
  test as base,
  expect,
  expectLogged,
  fill,
  forgive,
  screen,
  toasts,
  waitFor,
  within,
} from "./support/screen.ts";
import { expectPath } from "./support/shopping.ts";

const ORDERS_FAILED = "Impossible de récupérer vos commandes";

const test = base.extend<{ order(customer: Account): ReturnType<typeof createOrder> }>({
  order: async ({ shop: { sql } }, use) => {
    await use(async (customer) => {
      const goods = await createProduct(sql);
      return createOrder(sql, customer, { lines: [{ goods, quantity: 1 }] });
    });
  },
});

test("a profile that cannot be read says why, leaves the rest of the page, and is read again", async ({
  open,
  shop,
  customer,
  order,
  errors,
}) => {
  const known = await customer();
  await order(known);
  const mend = shop.network.fail(PROFILES, { message: "disque plein" });
  const { user } = await open(ACCOUNT, { as: known });
  await expectErrorToast("Erreur base de données: disque plein");
  const panel = within(screen.getByRole("region", { name: "Informations personnelles" }));
  expect(panel.getByRole("alert")).toHaveTextContent("Votre profil n'a pas pu être chargé.");
  const card = await findCard();
  card.getByText(known.email);
  card.getByText(nameOf(known));
  screen.getByRole("button", { name: "Changer le mot de passe" });
  await user.click(tab("Commandes"));
  await expectOrders(1);
  await user.click(tab("Profil"));
  mend();
  await user.click(await panel.findByRole("button", { name: "Réessayer" }));
  await expectProfile();
  card.getByText("Fatou");
  await expectLogged(errors, /identity: the profile/);
});

test("«No profile found» is no reason for a toast", async ({ open, shop, customer, errors }) => {
  shop.network.fail(PROFILES, { message: "No profile found" });
  await open(ACCOUNT, { as: await customer() });
  await screen.findByText("Votre profil n'a pas pu être chargé.");
  expect(toasts()).toHaveLength(0);
  await expectLogged(errors, /No profile found/);
});

test("an account without a profile gets one; when that fails the page says why", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const known = await customer();
  await shop.sql`delete from profiles where id = ${known.id}`;
  const mend = shop.network.fail(PROFILES, { method: "POST", message: "plus de place" });
  const { user } = await open(ACCOUNT, { as: known });
  await expectErrorToast("Erreur création profil: plus de place");
  mend();
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveValue(""));
  expect(await shop.network.asked(PROFILES, "POST").at(-1)?.json()).toEqual({
    id: known.id,
    email: known.email,
  });
  (await findCard()).getByText(nameOf(known));
  expect([...(await shop.sql`select email from profiles where id = ${known.id}`)]).toEqual([
    { email: known.email },
  ]);
  await expectLogged(errors, /identity: the profile/);
});

test("an account without a name and without an e-mail is «Utilisateur»", async ({ open, shop, customer }) => {
  const known = await customer();
  await shop.sql`update profiles set first_name = null where id = ${known.id}`;
  const session = JSON.parse(await shop.signIn(known));
  const nameless = JSON.stringify({ ...session, user: { ...session.user, email: "" } });
  await open(ACCOUNT, { storage: { [SESSION_KEY]: nameless } });
  await (await findCard()).findByText("Utilisateur");
});

test("a profile that is not saved is said, and what was typed stays until it is", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const known = await customer();
  const { user } = await open(ACCOUNT, { as: known });
  await expectProfile();
  await fill(user, screen.getByLabelText(/^Ville/), "Kaya");
  const { network } = shop;
  for (const failure of [
    () => network.fail(PROFILES, { method: "PATCH" }),
    () => network.cut(PROFILES, "PATCH"),
    // What the table's rules answer to whoever may not write the row.
    () =>
      network.answer(
        PROFILES,
        () => Response.json({ code: "PGRST116", message: "0 rows" }, { status: 406 }),
        "PATCH",
      ),
  ]) {
    const mend = failure();
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    await expectErrorToast("Erreur lors de la mise à jour du profil");
    await expectLogged(errors, /identity: the profile/);
    expect(screen.getByLabelText(/^Ville/)).toHaveValue("Kaya");
    mend();
    await user.click(screen.getByRole("button", { name: "Fermer la notification" }));
    await waitFor(() => expect(toasts()).toHaveLength(0));
  }
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await screen.findByText("Profil mis à jour");
  expect([...(await shop.sql`select city from profiles where id = ${known.id}`)]).toEqual([{ city: "Kaya" }]);
});

test("a profile is not saved for somebody who is no longer signed in", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const { user } = await open(ACCOUNT, { as: await customer() });
  await expectProfile();
  await fill(user, screen.getByLabelText(/^Ville/), "Kaya");
  localStorage.removeItem(SESSION_KEY);
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await expectErrorToast("Utilisateur non connecté ou profil non chargé");
  expect(screen.getByLabelText(/^Ville/)).toHaveValue("Kaya");
  expect(shop.network.asked(PROFILES, "PATCH")).toHaveLength(0);
  await expectLogged(errors, /identity: the profile/);
});

test("orders that cannot be read say so, inline and in a toast, and are read again", async ({
  open,
  shop,
  customer,
  order,
  errors,
}) => {
  const known = await customer();
  await order(known);
  const mend = shop.network.fail(ORDERS_ASKED);
  const { user } = await open(ORDERS, { as: known });
  await expectErrorToast(ORDERS_FAILED);
  const list = within(screen.getByRole("region", { name: "Vos commandes" }));
  expect(list.getByRole("alert")).toHaveTextContent(ORDERS_FAILED);
  await (await findCard()).findByText("Fatou");
  await user.click(tab("Profil"));
  await expectProfile();
  await user.click(tab("Commandes"));
  mend();
  await user.click(await list.findByRole("button", { name: "Réessayer" }));
  await expectOrders(1);
  expect(list.queryByRole("alert")).toBeNull();
  await expectLogged(errors, /orders: the list/);
});

test("a further page of orders that fails leaves the first one, and comes on the next try", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const known = await customer();
  const lines = [{ goods: await createProduct(shop.sql, { stock: 40 }), quantity: 1 }];
  for (let count = 0; count < 11; count += 1) await createOrder(shop.sql, known, { lines });
  const { user } = await open(ORDERS, { as: known });
  await expectOrders(10);
  const mend = shop.network.fail(ORDERS_ASKED);
  await user.click(screen.getByRole("button", { name: "Voir plus" }));
  await expectErrorToast(ORDERS_FAILED);
  expect(orders()).toHaveLength(10);
  mend();
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await expectOrders(11);
  await expectLogged(errors, /orders: the list/);
});

test("an order that cannot be read for paper says so and is read again", async ({
  open,
  shop,
  customer,
  order,
  errors,
}) => {
  const known = await customer();
  const { id, number } = await order(known);
  const mend = shop.network.fail(ORDERS_ASKED);
  const { user } = await open(`/account/orders/${id}`, { as: known });
  await expectErrorToast(ORDERS_FAILED);
  expect(within(screen.getByRole("main")).getByRole("alert")).toHaveTextContent(ORDERS_FAILED);
  mend();
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await screen.findByRole("heading", { level: 1, name: `Commande ${number}` });
  await expectLogged(errors, /load order/);
});

test("ordering again says so when the shop cannot be asked, and works on the next try", async ({
  open,
  shop,
  customer,
  order,
  errors,
}) => {
  const known = await customer();
  const { id } = await order(known);
  const { user } = await open(`${ORDERS}&commande=${id}`, { as: known });
  const again = await screen.findByRole("button", { name: "Commander à nouveau" });
  const mend = shop.network.fail(/\/rest\/v1\/products\?/);
  await user.click(again);
  expect(await within(screen.getByRole("dialog")).findByRole("alert")).toHaveTextContent(
    /^Impossible de charger les produits$/,
  );
  mend();
  await user.click(again);
  await expectPath("/cart");
  await expectLogged(errors, /cart: the products could not be read/);
});

test("the password form says what the service refuses, at its field or in a toast, and keeps what was typed", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const known = await customer();
  const { user } = await open(ACCOUNT, { as: known });
  await expectProfile();
  const [current, next] = [
    screen.getByLabelText("Mot de passe actuel"),
    screen.getByLabelText("Nouveau mot de passe"),
  ];
  await fill(user, current, known.password);
  await fill(user, next, "nouveau-mot-1");
  await fill(user, screen.getByLabelText("Confirmer le nouveau mot de passe"), "nouveau-mot-1");
  async function submitWhile(status: number, body: object) {
    const mend = shop.network.answer(/auth\/v1\/user/, () => Response.json(body, { status }), "PUT");
    await user.click(screen.getByRole("button", { name: "Changer le mot de passe" }));
    return mend;
  }
  let mend = await submitWhile(422, {
    code: 422,
    error_code: "weak_password",
    msg: "weak",
    weak_password: { reasons: ["pwned"] },
  });
  await expectRefused(
    next,
    "Ce mot de passe est trop faible : il figure dans une liste de mots de passe volés.",
  );
  expect(next).toHaveFocus();
  mend();
  mend = await submitWhile(429, { code: 429, error_code: "over_request_rate_limit", msg: "slow down" });
  await expectErrorToast("Trop de tentatives de connexion. Veuillez patienter.");
  mend();
  await user.click(screen.getByRole("button", { name: "Fermer la notification" }));
  await submitWhile(503, {});
  await expectErrorToast("Connexion impossible. Vérifiez votre réseau et réessayez.");
  expect(current).toHaveValue(known.password);
  expect(next).toHaveValue("nouveau-mot-1");
  forgive(errors, /auth/i);
});

test("signing out that fails says so and still leads home", async ({ open, shop, customer, errors }) => {
  const { user } = await open(ACCOUNT, { as: await customer() });
  const card = await findCard();
  await card.findByText("Fatou");
  shop.network.answer(/auth\/v1\/logout/, () => Response.json({ msg: "no" }, { status: 500 }));
  await user.click(card.getByRole("button", { name: "Déconnexion" }));
  await expectErrorToast("Une erreur est survenue lors de la déconnexion");
  await expectPath("/");
  await expectLogged(errors, /identity: signing out failed/);
});
