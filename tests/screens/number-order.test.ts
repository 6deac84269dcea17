/** Ordering with a telephone number only, finding the orders by a code, and keeping the account. */
import { randomInt } from "node:crypto";
import type { Sql } from "#backend/core/database/database.ts";
import { TEST_PHONE, TEST_PHONE_CODE } from "#tests/support/backend.ts";
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { createProduct } from "#tests/support/products.ts";
import { DELIVERY_ADDRESS, expectPath, getConfirmButton } from "#tests/support/screens/checkout.ts";
import {
  expect,
  expectLoggedError,
  type Fixtures,
  fillField,
  type OpenedPage,
  screen,
  test,
  waitFor,
} from "#tests/support/screens/screen.ts";

const LOGIN = "/login?returnUrl=/checkout";
const ORDER = { name: "Commander avec mon numéro" };

const createPhone = () => `7${randomInt(10_000_000).toString().padStart(7, "0")}`;

/** Orders a product with a number, up to the confirmation. */
async function orderWithNumber(open: Fixtures["open"], sql: Sql, phone: string): Promise<OpenedPage> {
  const drill = await createProduct(sql, { price: 7500, stock: 5 });
  const opened = await open(LOGIN, { storage: toCartEntry(toCartLine(drill)) });
  const { user } = opened;
  await user.click(await screen.findByRole("button", ORDER));
  await expectPath("/checkout");
  await fillField(user, await screen.findByLabelText("Prénom"), "Awa");
  await fillField(user, screen.getByLabelText("Nom"), "Zongo");
  await fillField(user, screen.getByLabelText("Téléphone"), phone);
  await fillField(user, screen.getByLabelText("Adresse"), DELIVERY_ADDRESS);
  await fillField(user, screen.getByLabelText("Ville"), "Ouagadougou");
  expect(screen.queryByLabelText("Email")).toBeNull();
  await user.click(getConfirmButton());
  await expectPath("/order-confirmation");
  return opened;
}

const findOrder = async (sql: Sql, phone: string) => {
  const [order] = await sql<{ number: string; customer_email: string | null; is_anonymous: boolean }[]>`
    select o.number, o.customer_email, u.is_anonymous
    from public.orders o join auth.users u on u.id = o.user_id
    where private.get_phone_key(o.customer_phone) = ${phone}`;
  return order;
};

test("a name, a number and an address are enough, and the order is followed by its link", async ({
  open,
  shop,
}) => {
  const phone = createPhone();
  const { user, router } = await orderWithNumber(open, shop.sql, phone);
  const order = await findOrder(shop.sql, phone);
  expect(order).toMatchObject({ customer_email: null, is_anonymous: true });
  await user.click(await screen.findByRole("link", { name: "Suivre ma commande sans compte" }));
  await screen.findByRole("heading", { name: "Votre commande est enregistrée" });
  expect(router.state.location.pathname).toMatch(new RegExp(`^/order/${order?.number.slice(4)}-`));

  await open("/account?tab=commandes");
  expect(await screen.findByText(order?.number ?? "")).toBeVisible();
});

test("«Créer mon compte» keeps the orders", async ({ open, shop }) => {
  const phone = createPhone();
  await orderWithNumber(open, shop.sql, phone);
  const { user } = await open("/account");
  await screen.findByRole("heading", { name: "Créer mon compte" });
  expect(screen.queryByText("Changer le mot de passe")).toBeNull();
  const address = screen.getByLabelText("Email");
  await fillField(user, address, "patron");
  await fillField(user, screen.getByLabelText("Mot de passe"), "secret1");
  await user.click(screen.getByRole("button", { name: "Créer mon compte" }));
  await waitFor(() => expect(address).toHaveAttribute("aria-invalid", "true"));
  const email = `${phone}@exemple.bf`;
  await fillField(user, address, email);
  await user.click(screen.getByRole("button", { name: "Créer mon compte" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Ce mot de passe est trop faible");
  await fillField(user, screen.getByLabelText("Mot de passe"), `Marteau ${phone}`);
  await user.click(screen.getByRole("button", { name: "Créer mon compte" }));
  await screen.findByRole("heading", { name: "Changer le mot de passe" });
  expect(await findOrder(shop.sql, phone)).toMatchObject({ customer_email: email, is_anonymous: false });
  await open("/account?tab=commandes");
  expect(await screen.findByText((await findOrder(shop.sql, phone))?.number ?? "")).toBeVisible();
});

test("a code proves the number on another device, and typing it shows nothing", async ({
  open,
  shop,
  errors,
}) => {
  const number = TEST_PHONE.slice(3);
  await orderWithNumber(open, shop.sql, number);
  const order = await findOrder(shop.sql, number);
  localStorage.clear();
  const { user } = await open("/login?returnUrl=/account%3Ftab%3Dcommandes");
  expect(screen.queryByRole("button", ORDER)).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Retrouver mes commandes par un code SMS" }));
  await user.click(screen.getByRole("button", { name: "Recevoir un code par SMS" }));
  expect(await screen.findByText("Numéro de téléphone invalide")).toBeVisible();
  await fillField(user, screen.getByLabelText("Votre numéro"), number);
  await user.click(screen.getByRole("button", { name: "Recevoir un code par SMS" }));
  const code = await screen.findByLabelText("Code reçu par SMS");
  expect(document.body.textContent).not.toContain(order?.number);
  await fillField(user, code, "000000");
  await user.click(screen.getByRole("button", { name: "Confirmer mon numéro" }));
  expect(await screen.findByText("Ce code est faux ou il a expiré. Demandez-en un autre.")).toBeVisible();
  await fillField(user, code, TEST_PHONE_CODE);
  await user.click(screen.getByRole("button", { name: "Confirmer mon numéro" }));
  await expectPath("/account?tab=commandes");
  expect(await screen.findByText(order?.number ?? "")).toBeVisible();

  // Another order without signing in, and another code.
  localStorage.clear();
  await orderWithNumber(open, shop.sql, number);
  const [later] = await shop.sql<{ number: string }[]>`
    select number from orders where private.get_phone_key(customer_phone) = ${number} order by created_at desc limit 1`;
  localStorage.clear();
  await shop.sql`delete from auth.rate_limits`;
  const again = (await open("/login")).user;
  await again.click(await screen.findByRole("button", { name: "Retrouver mes commandes par un code SMS" }));
  await fillField(again, screen.getByLabelText("Votre numéro"), number);
  await again.click(screen.getByRole("button", { name: "Recevoir un code par SMS" }));
  await fillField(again, await screen.findByLabelText("Code reçu par SMS"), TEST_PHONE_CODE);
  await again.click(screen.getByRole("button", { name: "Confirmer mon numéro" }));
  await expectPath("/account?tab=commandes");
  expect(await screen.findByText(later?.number ?? "")).toBeVisible();
  expect(errors).toEqual([]);
});

test("a number or an address that has an account signs in with it, and the orders follow", async ({
  open,
  customer,
  shop,
}) => {
  const phone = createPhone();
  await orderWithNumber(open, shop.sql, phone);
  const order = await findOrder(shop.sql, phone);
  await shop.sql`
    insert into auth.users (id, aud, role, phone, phone_confirmed_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${TEST_PHONE}, now())
    on conflict do nothing`;
  await shop.sql`delete from auth.rate_limits`;
  const { user } = await open("/account");
  await fillField(user, await screen.findByLabelText("Votre numéro"), TEST_PHONE.slice(3));
  await user.click(screen.getByRole("button", { name: "Recevoir un code par SMS" }));
  expect(await screen.findByText(/^Ce numéro a déjà un compte/)).toBeVisible();
  await fillField(user, screen.getByLabelText("Code reçu par SMS"), TEST_PHONE_CODE);
  await user.click(screen.getByRole("button", { name: "Confirmer mon numéro" }));
  await waitFor(async () => expect(await findOrder(shop.sql, phone)).toMatchObject({ is_anonymous: false }));
  await open("/account?tab=commandes");
  expect(await screen.findByText(order?.number ?? "")).toBeVisible();

  localStorage.clear();
  const me = await customer();
  const other = createPhone();
  const again = (await orderWithNumber(open, shop.sql, other)).user;
  await open("/account");
  await fillField(again, await screen.findByLabelText("Email"), me.email);
  await fillField(again, screen.getByLabelText("Mot de passe"), "un autre mot de passe");
  await again.click(screen.getByRole("button", { name: "Créer mon compte" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Saisissez son mot de passe");
  await fillField(again, screen.getByLabelText("Mot de passe"), me.password);
  await again.click(screen.getByRole("button", { name: "Créer mon compte" }));
  await waitFor(async () =>
    expect(await findOrder(shop.sql, other)).toMatchObject({ customer_email: me.email, is_anonymous: false }),
  );
});

test("a code that was sent before a reload can be typed, and signing out asks first", async ({
  open,
  shop,
}) => {
  const phone = createPhone();
  await orderWithNumber(open, shop.sql, phone);
  shop.network.respond(/\/auth\/v1\/settings/, () =>
    Response.json({ external: { anonymous_users: true, phone: true } }),
  );
  shop.network.respond(/\/auth\/v1\/user$/, (request, forward) =>
    request.method === "PUT"
      ? Response.json(
          { code: 429, error_code: "over_sms_send_rate_limit", msg: "For security purposes" },
          { status: 429 },
        )
      : forward(),
  );
  const { user, router } = await open("/account");
  await fillField(user, await screen.findByLabelText("Votre numéro"), phone);
  const send = () => user.click(screen.getByRole("button", { name: "Recevoir un code par SMS" }));
  await send();
  expect(await screen.findByRole("alert")).toHaveTextContent("Un code vient déjà de vous être envoyé.");
  // Another number was typed in between, which ended the code of this one.
  expect(screen.getByLabelText("Votre numéro")).toBeVisible();
  await shop.sql`
    update auth.users u set phone_change = ${`226${phone}`}
    from public.orders o where o.user_id = u.id and private.get_phone_key(o.customer_phone) = ${phone}`;
  await send();
  expect(await screen.findByLabelText("Code reçu par SMS")).toBeVisible();

  const [leave] = screen.getAllByRole("button", { name: "Déconnexion" }).slice(-1);
  if (!leave) throw new Error("no button");
  await user.click(leave);
  await screen.findByRole("dialog", { name: "Se déconnecter ?" });
  await user.click(screen.getByRole("button", { name: "Fermer" }));
  expect(router.state.location.pathname).toBe("/account");
  await user.click(leave);
  await screen.findByRole("dialog", { name: "Se déconnecter ?" });
  await user.click(screen.getByRole("button", { name: "Se déconnecter" }));
  await expectPath("/");
});

test("what the auth service does not offer is not shown, and its refusal is said", async ({
  open,
  shop,
  errors,
}) => {
  const stop = shop.network.respond(/\/auth\/v1\/settings/, () =>
    Response.json({ external: { anonymous_users: false, phone: false } }),
  );
  await open(LOGIN);
  await screen.findByRole("tab", { name: "Connexion" });
  await waitFor(() => expect(shop.network.requests.some(({ url }) => url.endsWith("/settings"))).toBe(true));
  expect(screen.queryByRole("region", { name: "Avec mon numéro" })).toBeNull();
  stop();
  shop.network.respond(/\/auth\/v1\/settings/, () => Response.json({}));
  await open(LOGIN);
  await expectLoggedError(errors, /the settings of the auth service/);
  expect(screen.queryByRole("region", { name: "Avec mon numéro" })).toBeNull();
  shop.network.respond(/\/auth\/v1\/settings/, (_request, forward) => forward());
  shop.network.respond(/\/auth\/v1\/signup/, () =>
    Response.json(
      { code: 429, error_code: "over_request_rate_limit", msg: "Request rate limit reached" },
      { status: 429 },
    ),
  );
  const { user } = await open(LOGIN);
  await user.click(await screen.findByRole("button", ORDER));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Trop de tentatives de connexion. Veuillez patienter.",
  );
});
