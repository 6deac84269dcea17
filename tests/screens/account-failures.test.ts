/** Backend failures in the account: every error message, what stays usable, and the retry. */
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  ACCOUNT_PATH,
  expectFieldError,
  expectOrders,
  expectProfile,
  findAccountCard,
  getTab,
  ORDERS_PATH,
  ORDERS_URL,
  PROFILES_URL,
  queryOrders,
} from "#tests/support/screens/account.ts";
import { expectPath } from "#tests/support/screens/checkout.ts";
import {
  type Account,
  allowErrors,
  test as base,
  expect,
  expectLoggedError,
  fillField,
  screen,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { toDisplayName } from "#tests/support/screens/session.ts";
import { expectOnlyErrorToast, getToasts } from "#tests/support/screens/toasts.ts";

const ORDERS_FAILED = "Impossible de récupérer vos commandes";

const test = base.extend<{ order(customer: Account): ReturnType<typeof createOrder> }>({
  order: async ({ shop: { sql } }, use) => {
    await use(async (customer) => {
      const product = await createProduct(sql);
      return createOrder(sql, customer, { lines: [{ product, quantity: 1 }] });
    });
  },
});

test("a failed read of the profile shows why, leaves the rest of the page, and can be retried", async ({
  open,
  shop,
  customer,
  order,
  errors,
}) => {
  const account = await customer();
  await order(account);
  const restore = shop.network.fail(PROFILES_URL, { message: "disque plein" });
  const { user } = await open(ACCOUNT_PATH, { as: account });
  await expectOnlyErrorToast("Erreur base de données: disque plein");
  const panel = within(screen.getByRole("region", { name: "Informations personnelles" }));
  expect(screen.getByLabelText("Prénom")).not.toBeVisible();
  expect(panel.getByRole("alert")).toHaveTextContent("Votre profil n'a pas pu être chargé.");
  const card = await findAccountCard();
  card.getByText(account.email);
  card.getByText(toDisplayName(account));
  screen.getByRole("button", { name: "Changer le mot de passe" });
  await user.click(getTab("Commandes"));
  await expectOrders(1);
  await user.click(getTab("Profil"));
  restore();
  await user.click(await panel.findByRole("button", { name: "Réessayer" }));
  await expectProfile();
  card.getByText("Fatou");
  await expectLoggedError(errors, /identity: the profile/);
});

test("«No profile found» shows no toast", async ({ open, shop, customer, errors }) => {
  shop.network.fail(PROFILES_URL, { message: "No profile found" });
  await open(ACCOUNT_PATH, { as: await customer() });
  await screen.findByText("Votre profil n'a pas pu être chargé.");
  expect(getToasts()).toHaveLength(0);
  await expectLoggedError(errors, /No profile found/);
});

test("an account without a profile gets one; when the insert fails the page says why", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const account = await customer();
  await shop.sql`delete from profiles where id = ${account.id}`;
  const restore = shop.network.fail(PROFILES_URL, { method: "POST", message: "plus de place" });
  const { user } = await open(ACCOUNT_PATH, { as: account });
  await expectOnlyErrorToast("Erreur création profil: plus de place");
  restore();
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await waitFor(() => expect(screen.queryByRole("status", { name: "Chargement du profil" })).toBeNull());
  expect(screen.getByLabelText("Prénom")).toHaveValue("");
  expect(await shop.network.listRequests(PROFILES_URL, "POST").at(-1)?.json()).toEqual({
    id: account.id,
    email: account.email,
  });
  (await findAccountCard()).getByText(toDisplayName(account));
  expect([...(await shop.sql`select email from profiles where id = ${account.id}`)]).toEqual([
    { email: account.email },
  ]);
  await expectLoggedError(errors, /identity: the profile/);
});

test("an account without a name and without an e-mail is «Utilisateur»", async ({ open, shop, customer }) => {
  const account = await customer();
  await shop.sql`update profiles set first_name = null where id = ${account.id}`;
  const session = JSON.parse(await shop.signIn(account));
  const nameless = JSON.stringify({ ...session, user: { ...session.user, email: "" } });
  await open(ACCOUNT_PATH, { storage: { [SESSION_KEY]: nameless } });
  await (await findAccountCard()).findByText("Utilisateur");
});

test("a profile that could not be saved is reported, and the form retains its values until it is", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const account = await customer();
  const { user } = await open(ACCOUNT_PATH, { as: account });
  await expectProfile();
  await fillField(user, screen.getByLabelText(/^Ville/), "Kaya");
  const { network } = shop;
  for (const failure of [
    () => network.fail(PROFILES_URL, { method: "PATCH" }),
    () => network.disconnect(PROFILES_URL, "PATCH"),
    // The response of row-level security to a user who may not update the row.
    () =>
      network.respond(
        PROFILES_URL,
        () => Response.json({ code: "PGRST116", message: "0 rows" }, { status: 406 }),
        "PATCH",
      ),
  ]) {
    const restore = failure();
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    await expectOnlyErrorToast("Erreur lors de la mise à jour du profil");
    await expectLoggedError(errors, /identity: the profile/);
    expect(screen.getByLabelText(/^Ville/)).toHaveValue("Kaya");
    restore();
    await user.click(screen.getByRole("button", { name: "Fermer la notification" }));
    await waitFor(() => expect(getToasts()).toHaveLength(0));
  }
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await screen.findByText("Profil mis à jour");
  expect([...(await shop.sql`select city from profiles where id = ${account.id}`)]).toEqual([
    { city: "Kaya" },
  ]);
});

test("a profile is not saved after the session has ended", async ({ open, shop, customer, errors }) => {
  const { user } = await open(ACCOUNT_PATH, { as: await customer() });
  await expectProfile();
  await fillField(user, screen.getByLabelText(/^Ville/), "Kaya");
  localStorage.removeItem(SESSION_KEY);
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await expectOnlyErrorToast("Utilisateur non connecté ou profil non chargé");
  expect(screen.getByLabelText(/^Ville/)).toHaveValue("Kaya");
  expect(shop.network.listRequests(PROFILES_URL, "PATCH")).toHaveLength(0);
  await expectLoggedError(errors, /identity: the profile/);
});

test("a failed read of the orders is reported inline and in a toast, and can be retried", async ({
  open,
  shop,
  customer,
  order,
  errors,
}) => {
  const account = await customer();
  await order(account);
  const restore = shop.network.fail(ORDERS_URL);
  const { user } = await open(ORDERS_PATH, { as: account });
  await expectOnlyErrorToast(ORDERS_FAILED);
  const list = within(screen.getByRole("region", { name: "Vos commandes" }));
  expect(list.getByRole("alert")).toHaveTextContent(ORDERS_FAILED);
  await (await findAccountCard()).findByText("Fatou");
  await user.click(getTab("Profil"));
  await expectProfile();
  await user.click(getTab("Commandes"));
  restore();
  await user.click(await list.findByRole("button", { name: "Réessayer" }));
  await expectOrders(1);
  expect(list.queryByRole("alert")).toBeNull();
  await expectLoggedError(errors, /orders: the list/);
});

test("a further page of orders that fails leaves the first one, and can be retried", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const account = await customer();
  const lines = [{ product: await createProduct(shop.sql, { stock: 40 }), quantity: 1 }];
  for (let count = 0; count < 11; count += 1) await createOrder(shop.sql, account, { lines });
  const { user } = await open(ORDERS_PATH, { as: account });
  await expectOrders(10);
  const restore = shop.network.fail(ORDERS_URL);
  await user.click(screen.getByRole("button", { name: "Voir plus" }));
  await expectOnlyErrorToast(ORDERS_FAILED);
  expect(queryOrders()).toHaveLength(10);
  restore();
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await expectOrders(11);
  await expectLoggedError(errors, /orders: the list/);
});

test("a failed read of an order on its print page is reported and can be retried", async ({
  open,
  shop,
  customer,
  order,
  errors,
}) => {
  const account = await customer();
  const { id, number } = await order(account);
  const restore = shop.network.fail(ORDERS_URL);
  const { user } = await open(`/account/orders/${id}`, { as: account });
  await expectOnlyErrorToast(ORDERS_FAILED);
  expect(within(screen.getByRole("main")).getByRole("alert")).toHaveTextContent(ORDERS_FAILED);
  restore();
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await screen.findByRole("heading", { level: 1, name: `Commande ${number}` });
  await expectLoggedError(errors, /load order/);
});

test("ordering again reports a failed read of the products, and works on the next attempt", async ({
  open,
  shop,
  customer,
  order,
  errors,
}) => {
  const account = await customer();
  const { id } = await order(account);
  const { user } = await open(`${ORDERS_PATH}&commande=${id}`, { as: account });
  const again = await screen.findByRole("button", { name: "Commander à nouveau" });
  const restore = shop.network.fail(/\/rest\/v1\/sellable_items\?/);
  await user.click(again);
  expect(await within(screen.getByRole("dialog")).findByRole("alert")).toHaveTextContent(
    /^Impossible de charger les produits$/,
  );
  restore();
  await user.click(again);
  await expectPath("/cart");
  await expectLoggedError(errors, /cart: the products could not be read/);
});

test("the password form shows the service's error at its field or in a toast, and retains its values", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const account = await customer();
  const { user } = await open(ACCOUNT_PATH, { as: account });
  await expectProfile();
  const [current, next] = [
    screen.getByLabelText("Mot de passe actuel"),
    screen.getByLabelText("Nouveau mot de passe"),
  ];
  await fillField(user, current, account.password);
  await fillField(user, next, "nouveau-mot-1");
  await fillField(user, screen.getByLabelText("Confirmer le nouveau mot de passe"), "nouveau-mot-1");
  async function submitWhile(status: number, body: object) {
    const restore = shop.network.respond(/auth\/v1\/user/, () => Response.json(body, { status }), "PUT");
    await user.click(screen.getByRole("button", { name: "Changer le mot de passe" }));
    return restore;
  }
  let restore = await submitWhile(422, {
    code: 422,
    error_code: "weak_password",
    msg: "weak",
    weak_password: { reasons: ["pwned"] },
  });
  await expectFieldError(next, "Ce mot de passe est trop faible : il est trop facile à deviner.");
  expect(next).toHaveFocus();
  restore();
  restore = await submitWhile(429, { code: 429, error_code: "over_request_rate_limit", msg: "slow down" });
  await expectOnlyErrorToast("Trop de tentatives de connexion. Veuillez patienter.");
  restore();
  await user.click(screen.getByRole("button", { name: "Fermer la notification" }));
  await submitWhile(503, {});
  await expectOnlyErrorToast("La boutique est indisponible pour le moment. Réessayez dans quelques minutes.");
  expect(current).toHaveValue(account.password);
  expect(next).toHaveValue("nouveau-mot-1");
  allowErrors(errors, /auth/i);
});

test("a sign-out that fails is reported and still leads to the home page", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const { user } = await open(ACCOUNT_PATH, { as: await customer() });
  const card = await findAccountCard();
  await card.findByText("Fatou");
  shop.network.respond(/auth\/v1\/logout/, () => Response.json({ msg: "no" }, { status: 500 }));
  await user.click(card.getByRole("button", { name: "Déconnexion" }));
  await expectOnlyErrorToast(
    "Une erreur est survenue lors de la déconnexionVous êtes bien déconnecté de cet appareil, mais la boutique n'a pas pu l'enregistrer.",
  );
  await expectPath("/");
  await expectLoggedError(errors, /identity: signing out failed/);
});

test("an order under way says that its code and its events could not be loaded", async ({
  open,
  shop,
  customer,
  order,
  errors,
}) => {
  const account = await customer();
  const { id } = await order(account);
  const restore = [/rpc\/delivery_code/, /rpc\/order_timeline/].map((url) => shop.network.fail(url));
  const { user } = await open(`/account/orders/${id}`, { as: account });
  const failure = await screen.findByRole("alert");
  expect(failure).toHaveTextContent("Le code à dire au livreur, s'il y en a un, n'a pas pu être chargé");
  await screen.findByText("La suite n'a pas pu être chargée.");
  for (const end of restore) end();
  await user.click(within(failure).getByRole("button", { name: "Réessayer" }));
  await waitFor(() => expect(failure).not.toBeInTheDocument());
  await waitFor(() => expect(screen.queryByText("La suite n'a pas pu être chargée.")).toBeNull());
  allowErrors(errors, /delivery code|the events could not be loaded/);
});
