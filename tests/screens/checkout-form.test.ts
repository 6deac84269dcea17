/** Who may check out, and the form: what it knows already, what it refuses, its draft, and a profile that is slow. */
import { SESSION_KEY } from "../../app/lib/stored-session.ts";
import { asCart, cartLine } from "../support/browser-storage.ts";
import { ordersOf } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import {
  expect,
  expectLogged,
  fill,
  francs,
  notifications,
  screen,
  test,
  waitFor,
  within,
} from "./support/screen.ts";
import {
  ADDRESS,
  amountsIn,
  badge,
  banner,
  confirmButton,
  expectOneOrder,
  expectPath,
  expectProfileFilled,
  findToast,
  openCheckout,
  orderSummary,
  storedCart,
  textsOf,
} from "./support/shopping.ts";

const PROFILES = /rest\/v1\/profiles/;
const LOADING = "Chargement de votre profil...";

test("without a session: a toast, and the sign-in page that leads back", async ({ open, shop }) => {
  await open("/checkout", { storage: asCart(cartLine(await createProduct(shop.sql))) });
  await expectPath("/login?returnUrl=/checkout");
  expect(await findToast("Connexion requise")).toHaveTextContent(
    "Vous devez être connecté pour finaliser votre commande",
  );
});

test("an empty cart leads to the cart", async ({ open, customer }) => {
  await open("/checkout", { as: await customer() });
  await expectPath("/cart");
  await screen.findByRole("heading", { name: "Votre panier est vide" });
});

test("a cart that another tab empties leads to the cart", async ({ open, customer, shop }) => {
  await openCheckout(open, await customer(), cartLine(await createProduct(shop.sql)));
  localStorage.removeItem("cart");
  window.dispatchEvent(Object.assign(new Event("storage"), { key: "cart" }));
  await expectPath("/cart");
});

test("a cart that another tab emptied without a word is not ordered", async ({ open, customer, shop }) => {
  const buyer = await customer();
  const { user } = await openCheckout(open, buyer, cartLine(await createProduct(shop.sql)));
  localStorage.removeItem("cart");
  await user.click(confirmButton());
  const alert = await notifications().findByRole("alert");
  expect(alert).toHaveTextContent("ErreurPanier vide");
  await expectPath("/cart");
  expect(await ordersOf(shop.sql, buyer)).toEqual([]);
});

test("a known customer finds the form filled, confirms, and is thanked with the order's number", async ({
  open,
  customer,
  shop,
}) => {
  const { sql, network, anonKey } = shop;
  const drill = await createProduct(sql, { price: 12_500 });
  const pipe = await createProduct(sql, { price: 900, stock: 40 });
  const known = await customer();
  await sql`
    update profiles set address = 'Gounghin, derrière l''école', city = 'Ouagadougou', postal_code = '01 BP 12'
    where id = ${known.id}`;
  const { user } = await open("/checkout", {
    as: known,
    storage: asCart(cartLine(drill, 2), cartLine(pipe, 10)),
  });
  await expectProfileFilled();
  const filled = {
    Prénom: "Fatou",
    Nom: "Sawadogo",
    Email: known.email,
    Téléphone: "+226 76 54 32 10",
    Adresse: "Gounghin, derrière l'école",
    Ville: "Ouagadougou",
    "Code postal (facultatif)": "01 BP 12",
    "Notes (facultatif)": "",
  };
  for (const [label, text] of Object.entries(filled)) expect(screen.getByLabelText(label)).toHaveValue(text);
  expect(screen.getByLabelText("Email")).toHaveAttribute("readonly");
  expect(screen.getByLabelText("Adresse")).toHaveAccessibleDescription(
    /Quartier, rue, et un repère que le livreur reconnaît/,
  );
  const methods = within(screen.getByRole("region", { name: "Mode de paiement" }));
  expect(methods.getByRole("radio")).toHaveAccessibleName(/Paiement à la livraison/);
  expect(methods.getByRole("radio")).toBeChecked();
  const [firstLine, secondLine] = textsOf(orderSummary().getAllByRole("listitem"));
  expect(firstLine).toContain(`${drill.name}2 ×`);
  expect(firstLine).toContain(francs(25_000));
  expect(secondLine).toContain(`${pipe.name}10 ×`);
  expect(amountsIn("Votre commande")).toEqual([francs(34_000), francs(2_000), francs(36_000)]);

  const address = "Tampouy, portail vert après le maquis Chez Tanti";
  const changed = {
    Prénom: "Fatoumata",
    Nom: "Kaboré",
    Téléphone: "70 12 34 56",
    Adresse: address,
    Ville: "Koudougou",
    "Code postal (facultatif)": "",
    "Notes (facultatif)": "Après 17 h",
  };
  for (const [label, text] of Object.entries(changed)) await fill(user, screen.getByLabelText(label), text);
  await user.click(confirmButton());

  await expectPath("/order-confirmation");
  expect(await findToast("Commande confirmée !")).toHaveTextContent(
    "Votre commande a été enregistrée avec succès.",
  );
  const [order] = await sql`select * from orders where user_id = ${known.id}`;
  expect(order).toMatchObject({
    status: "pending",
    customer_name: "Fatoumata Kaboré",
    customer_email: known.email,
    customer_phone: "+22670123456",
    total_amount: 36_000,
    items_count: 12,
    notes: "Après 17 h",
    shipping_address: { address, city: "Koudougou", postalCode: "", phone: "+22670123456" },
    payment_info: {
      method: "cod",
      items: [
        { id: drill.id, name: drill.name, price: 12_500, quantity: 2, image: null },
        { id: pipe.id, name: pipe.name, price: 900, quantity: 10, image: null },
      ],
    },
  });
  const today = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "Africa/Ouagadougou" });
  await screen.findByText(order?.number);
  screen.getByText(today.format(order?.created_at));
  expect(storedCart()).toEqual([]);
  expect(badge()).toBeNull();
  const profiles = await sql`
    select first_name, last_name, phone, address, city, postal_code from profiles where id = ${known.id}`;
  expect([...profiles]).toEqual([
    {
      first_name: "Fatoumata",
      last_name: "Kaboré",
      phone: "+22670123456",
      address,
      city: "Koudougou",
      postal_code: null,
    },
  ]);
  const [asked] = network.asked(/functions\/v1\/send-review-request/);
  expect(await asked?.json()).toEqual({ orderId: order?.id });
  expect(asked?.headers.get("authorization")).toBe(`Bearer ${anonKey}`);

  const { user: again } = await open("/order-confirmation");
  await screen.findByText(order?.number);
  await again.click(screen.getByRole("link", { name: "Retour à l'accueil" }));
  await expectPath("/");
  expect(await ordersOf(sql, known)).toHaveLength(1);
});

test("a form that is not complete is not sent: each sentence stands beside its field until it is mended", async ({
  open,
  customer,
  shop,
}) => {
  const known = await customer();
  const { user } = await openCheckout(open, known, cartLine(await createProduct(shop.sql)));
  const refused = {
    Prénom: ["F", "Le prénom est requis"],
    Nom: [" ", "Le nom est requis"],
    Téléphone: ["70 12 34", "Numéro de téléphone invalide"],
    Adresse: ["ici", "Adresse requise"],
    Ville: ["O", "Ville requise"],
  };
  for (const [label, [text = ""]] of Object.entries(refused))
    await fill(user, screen.getByLabelText(label), text);
  await user.click(confirmButton());
  await waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveFocus());
  for (const [label, [, sentence = ""]] of Object.entries(refused)) {
    const field = screen.getByLabelText(label);
    expect(field).toHaveAttribute("aria-invalid", "true");
    expect(field).toHaveAccessibleDescription(new RegExp(sentence));
  }
  for (const label of [/^Code postal/, /^Notes/])
    expect(screen.getByLabelText(label)).toHaveAttribute("aria-invalid", "false");
  await fill(user, screen.getByLabelText("Prénom"), "Fatou");
  await waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveAttribute("aria-invalid", "false"));
  expect(screen.getByLabelText("Nom")).toHaveAttribute("aria-invalid", "true");
  await expectPath("/checkout");
  expect(shop.network.asked(/rest\/v1\/orders/, "POST")).toEqual([]);
});

test("what was typed survives a reload and is forgotten at sign-out", async ({ open, customer, shop }) => {
  const first = await customer();
  const { user } = await openCheckout(open, first, cartLine(await createProduct(shop.sql)));
  const typed = { Prénom: "Mariam", Téléphone: "70 00 11 22", "Notes (facultatif)": "Sonner deux fois" };
  for (const [label, text] of Object.entries(typed)) await fill(user, screen.getByLabelText(label), text);

  const { user: again } = await open("/checkout");
  await screen.findByLabelText("Prénom");
  await waitFor(() => expect(screen.queryByText(LOADING)).toBeNull());
  for (const [label, text] of Object.entries({ ...typed, Adresse: ADDRESS, Ville: "Ouagadougou" }))
    expect(screen.getByLabelText(label)).toHaveValue(text);

  expect(JSON.stringify(sessionStorage)).toContain("Mariam");
  await again.click(banner().getByRole("button", { name: first.email.split("@")[0] ?? "" }));
  await again.click(screen.getByRole("button", { name: "Déconnexion" }));
  await expectPath("/");
  await waitFor(() => expect(JSON.stringify(sessionStorage)).not.toContain("Mariam"));
});

test("another customer's draft is not shown", async ({ open, customer, shop }) => {
  const { user } = await openCheckout(open, await customer(), cartLine(await createProduct(shop.sql)));
  await fill(user, screen.getByLabelText(/^Notes/), "Secret de la première");
  expect(JSON.stringify(sessionStorage)).toContain("Secret de la première");
  await open("/checkout", { as: await customer() });
  await expectProfileFilled();
  expect(screen.getByLabelText(/^Notes/)).toHaveValue("");
  expect(screen.getByLabelText("Adresse")).toHaveValue("");
});

test("while the profile is on its way the page says so, and keeps what is typed meanwhile", async ({
  open,
  customer,
  shop,
}) => {
  const release = shop.network.hold(PROFILES);
  const { user } = await open("/checkout", {
    as: await customer(),
    storage: asCart(cartLine(await createProduct(shop.sql))),
  });
  await screen.findByText(LOADING);
  await fill(user, screen.getByLabelText("Prénom"), "Mariam");
  release();
  await waitFor(() => expect(screen.getByLabelText("Nom")).toHaveValue("Sawadogo"));
  expect(screen.queryByText(LOADING)).toBeNull();
  expect(screen.getByLabelText("Prénom")).toHaveValue("Mariam");
});

test("without a profile the form is filled by hand, and a profile that cannot be stored stops no order", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const known = await customer();
  shop.network.fail(PROFILES, { status: 400, message: "no" });
  const { user } = await open("/checkout", {
    as: known,
    storage: asCart(cartLine(await createProduct(shop.sql))),
  });
  await screen.findByText(
    "Votre profil n'a pas pu être chargé. Vous pouvez remplir le formulaire à la main.",
  );
  const values = {
    Prénom: "Mariam",
    Nom: "Kaboré",
    Téléphone: "70 00 11 22",
    Adresse: "Secteur 15, derrière le marché",
    Ville: "Koudougou",
  };
  for (const [label, text] of Object.entries(values)) await fill(user, screen.getByLabelText(label), text);
  await user.click(confirmButton());
  await expectOneOrder(shop.sql, known);
  await expectLogged(errors, /load profile: Error: Erreur base de données: no/);
  await expectLogged(errors, /checkout: the profile was not updated/);
});

test("an account without a profile gets one", async ({ open, customer, shop }) => {
  const known = await customer();
  await shop.sql`delete from profiles where id = ${known.id}`;
  await open("/checkout", { as: known, storage: asCart(cartLine(await createProduct(shop.sql))) });
  expect(await screen.findByLabelText("Email")).toHaveValue(known.email);
  await waitFor(() => expect(screen.queryByText(LOADING)).toBeNull());
  const profiles = await shop.sql`select email from profiles where id = ${known.id}`;
  expect([...profiles]).toEqual([{ email: known.email }]);
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
});

for (const failure of ["an error", "a lost network"]) {
  test(`nobody waits for a review request, and one that meets ${failure} is only logged`, async ({
    open,
    customer,
    shop,
  }) => {
    const known = await customer();
    const confirmed = Promise.withResolvers<void>();
    shop.network.answer(/functions\/v1\/send-review-request/, async () => {
      await confirmed.promise;
      if (failure === "an error") return Response.json({}, { status: 503 });
      throw new TypeError("Failed to fetch");
    });
    const { user } = await openCheckout(open, known, cartLine(await createProduct(shop.sql)));
    await user.click(confirmButton());
    await expectOneOrder(shop.sql, known);
    confirmed.resolve();
    await waitFor(() =>
      expect(console.warn).toHaveBeenCalledWith(
        ...(failure === "an error"
          ? ["review request: answered 503"]
          : ["review request: could not be sent", expect.any(TypeError)]),
      ),
    );
    expect(notifications().queryByRole("alert")).toBeNull();
  });
}
