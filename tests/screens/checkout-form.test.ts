/** The checkout: access, the prefilled form, validation, its draft, and a slow profile. */
import { formatLongDate } from "#app/lib/format/dates.ts";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { listOrders } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  DELIVERY_ADDRESS,
  expectOneOrder,
  expectPath,
  expectProfileFilled,
  getAmounts,
  getCartCount,
  getConfirmButton,
  getOrderSummary,
  getTexts,
  openCheckout,
  readStoredCart,
} from "#tests/support/screens/checkout.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  formatXof,
  getHeader,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { findToast, getToastRegion } from "#tests/support/screens/toasts.ts";

const PROFILES = /rest\/v1\/profiles/;
const LOADING = "Chargement de votre profil...";

test("without a session: a toast, until the sign-in page has led back", async ({ open, shop }) => {
  const { user } = await open("/checkout", {
    storage: toCartEntry(toCartLine(await createProduct(shop.sql))),
  });
  await expectPath("/login?returnUrl=/checkout");
  expect(await findToast("Connexion requise")).toHaveTextContent(
    "Vous devez être connecté pour finaliser votre commande",
  );
  await user.click(await screen.findByRole("button", { name: "Commander avec mon numéro" }));
  await expectPath("/checkout");
  expect(screen.queryByText("Connexion requise")).toBeNull();
});

test("an order whose confirmation was lost on its way is told when the checkout is loaded again", async ({
  open,
  customer,
  shop,
}) => {
  const buyer = await customer();
  const { user } = await openCheckout(open, buyer, toCartLine(await createProduct(shop.sql)));
  await user.click(getConfirmButton());
  await expectPath("/order-confirmation");
  await open("/checkout", { as: buyer });
  await expectPath("/order-confirmation");
  const [order] = await listOrders(shop.sql, buyer);
  await screen.findByText(order?.number ?? "no order");
});

test("the lines of a long order scroll by themselves, also by the keys", async ({ open, customer, shop }) => {
  const lines: ReturnType<typeof toCartLine>[] = [];
  for (let i = 0; i < 6; i++) lines.push(toCartLine(await createProduct(shop.sql)));
  await openCheckout(open, await customer(), ...lines);
  expect(getOrderSummary().getByRole("list")).toHaveAttribute("tabindex", "0");
});

test("an empty cart leads to the cart", async ({ open, customer }) => {
  await open("/checkout", { as: await customer() });
  await expectPath("/cart");
  await screen.findByRole("heading", { name: "Votre panier est vide" });
});

test("a cart that another tab empties leads to the cart", async ({ open, customer, shop }) => {
  await openCheckout(open, await customer(), toCartLine(await createProduct(shop.sql)));
  localStorage.removeItem("cart");
  window.dispatchEvent(Object.assign(new Event("storage"), { key: "cart" }));
  await expectPath("/cart");
  expect(await screen.findByRole("alert")).toHaveTextContent("Un autre onglet l'a vidé");
});

test("a cart that another tab emptied without a storage event is not ordered", async ({
  open,
  customer,
  shop,
}) => {
  const buyer = await customer();
  const { user } = await openCheckout(open, buyer, toCartLine(await createProduct(shop.sql)));
  localStorage.removeItem("cart");
  await user.click(getConfirmButton());
  const alert = await getToastRegion().findByRole("alert");
  expect(alert).toHaveTextContent("ErreurPanier vide");
  await expectPath("/cart");
  expect(await listOrders(shop.sql, buyer)).toEqual([]);
});

test("a customer finds the form filled, confirms, and sees the order's number", async ({
  open,
  customer,
  shop,
}) => {
  const { sql, network, anonKey } = shop;
  const drill = await createProduct(sql, { price: 12_500 });
  const pipe = await createProduct(sql, { price: 900, stock: 40 });
  const account = await customer();
  await sql`
    update profiles set address = 'Gounghin, derrière l''école', city = 'Ouagadougou', postal_code = '01 BP 12'
    where id = ${account.id}`;
  const { user } = await open("/checkout", {
    as: account,
    storage: toCartEntry(toCartLine(drill, 2), toCartLine(pipe, 10)),
  });
  await expectProfileFilled();
  const filled = {
    Prénom: "Fatou",
    Nom: "Sawadogo",
    Email: account.email,
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
  const [firstLine, secondLine] = getTexts(getOrderSummary().getAllByRole("listitem"));
  expect(firstLine).toContain(`${drill.name}2 ×`);
  expect(firstLine).toContain(formatXof(25_000));
  expect(secondLine).toContain(`${pipe.name}10 ×`);
  expect(getAmounts("Votre commande")).toEqual([formatXof(34_000), formatXof(2_000), formatXof(36_000)]);

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
  for (const [label, text] of Object.entries(changed))
    await fillField(user, screen.getByLabelText(label), text);
  await user.click(getConfirmButton());

  await expectPath("/order-confirmation");
  expect(await findToast("Commande confirmée !")).toHaveTextContent(
    "Votre commande a été enregistrée avec succès.",
  );
  const [order] = await sql`select * from orders where user_id = ${account.id}`;
  expect(order).toMatchObject({
    status: "pending",
    customer_name: "Fatoumata Kaboré",
    customer_email: account.email,
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
  await screen.findByText(order?.number);
  screen.getByText(formatLongDate(order?.created_at));
  expect(readStoredCart()).toEqual([]);
  expect(getCartCount()).toBeNull();
  const profiles = await sql`
    select first_name, last_name, phone, address, city, postal_code from profiles where id = ${account.id}`;
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
  const [request] = network.listRequests(/functions\/v1\/send-review-request/);
  expect(await request?.json()).toEqual({ orderId: order?.id });
  expect(request?.headers.get("authorization")).toBe(`Bearer ${anonKey}`);

  const { user: again } = await open("/order-confirmation");
  await screen.findByText(order?.number);
  await again.click(screen.getByRole("link", { name: "Retour à l'accueil" }));
  await expectPath("/");
  expect(await listOrders(sql, account)).toHaveLength(1);
});

test("an incomplete form is not sent: each error is beside its field until it is corrected", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const { user } = await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
  const refused = {
    Prénom: ["F", "Le prénom est requis"],
    Nom: [" ", "Le nom est requis"],
    Téléphone: ["70 12 34", "Numéro de téléphone invalide"],
    Adresse: ["ici", "Adresse requise"],
    Ville: ["O", "Ville requise"],
  };
  for (const [label, [text = ""]] of Object.entries(refused))
    await fillField(user, screen.getByLabelText(label), text);
  await user.click(getConfirmButton());
  await waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveFocus());
  for (const [label, [, sentence = ""]] of Object.entries(refused)) {
    const field = screen.getByLabelText(label);
    expect(field).toHaveAttribute("aria-invalid", "true");
    expect(field).toHaveAccessibleDescription(new RegExp(sentence));
  }
  for (const label of [/^Code postal/, /^Notes/])
    expect(screen.getByLabelText(label)).toHaveAttribute("aria-invalid", "false");
  await fillField(user, screen.getByLabelText("Prénom"), "Fatou");
  await waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveAttribute("aria-invalid", "false"));
  expect(screen.getByLabelText("Nom")).toHaveAttribute("aria-invalid", "true");
  await expectPath("/checkout");
  expect(shop.network.listRequests(/rest\/v1\/orders/, "POST")).toEqual([]);
});

test("the draft survives a reload and is deleted at sign-out", async ({ open, customer, shop }) => {
  const first = await customer();
  const { user } = await openCheckout(open, first, toCartLine(await createProduct(shop.sql)));
  const typed = { Prénom: "Mariam", Téléphone: "70 00 11 22", "Notes (facultatif)": "Sonner deux fois" };
  for (const [label, text] of Object.entries(typed))
    await fillField(user, screen.getByLabelText(label), text);

  const { user: again } = await open("/checkout");
  await screen.findByLabelText("Prénom");
  await waitFor(() => expect(screen.queryByText(LOADING)).toBeNull());
  for (const [label, text] of Object.entries({ ...typed, Adresse: DELIVERY_ADDRESS, Ville: "Ouagadougou" }))
    expect(screen.getByLabelText(label)).toHaveValue(text);

  expect(JSON.stringify(sessionStorage)).toContain("Mariam");
  await again.click(getHeader().getByRole("button", { name: first.email.split("@")[0] ?? "" }));
  await again.click(screen.getByRole("button", { name: "Déconnexion" }));
  await expectPath("/");
  await waitFor(() => expect(JSON.stringify(sessionStorage)).not.toContain("Mariam"));
});

test("another customer's draft is not shown", async ({ open, customer, shop }) => {
  const { user } = await openCheckout(open, await customer(), toCartLine(await createProduct(shop.sql)));
  await fillField(user, screen.getByLabelText(/^Notes/), "Secret de la première");
  expect(JSON.stringify(sessionStorage)).toContain("Secret de la première");
  await open("/checkout", { as: await customer() });
  await expectProfileFilled();
  expect(screen.getByLabelText(/^Notes/)).toHaveValue("");
  expect(screen.getByLabelText("Adresse")).toHaveValue("");
});

test("while the profile is loading the page says so, and retains what is typed meanwhile", async ({
  open,
  customer,
  shop,
}) => {
  const release = shop.network.hold(PROFILES);
  const { user } = await open("/checkout", {
    as: await customer(),
    storage: toCartEntry(toCartLine(await createProduct(shop.sql))),
  });
  await screen.findByText(LOADING);
  await fillField(user, screen.getByLabelText("Prénom"), "Mariam");
  release();
  await waitFor(() => expect(screen.getByLabelText("Nom")).toHaveValue("Sawadogo"));
  expect(screen.queryByText(LOADING)).toBeNull();
  expect(screen.getByLabelText("Prénom")).toHaveValue("Mariam");
});

test("without a profile the form is filled by hand, and a profile that cannot be stored blocks no order", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const account = await customer();
  shop.network.fail(PROFILES, { status: 400, message: "no" });
  const { user } = await open("/checkout", {
    as: account,
    storage: toCartEntry(toCartLine(await createProduct(shop.sql))),
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
  for (const [label, text] of Object.entries(values))
    await fillField(user, screen.getByLabelText(label), text);
  await user.click(getConfirmButton());
  await expectOneOrder(shop.sql, account);
  await expectLoggedError(
    errors,
    /load profile: Error: Erreur base de données: La boutique a rencontré un problème/,
  );
  await expectLoggedError(errors, /checkout: the profile was not updated/);
});

test("an account without a profile gets one", async ({ open, customer, shop }) => {
  const account = await customer();
  await shop.sql`delete from profiles where id = ${account.id}`;
  await open("/checkout", { as: account, storage: toCartEntry(toCartLine(await createProduct(shop.sql))) });
  expect(await screen.findByLabelText("Email")).toHaveValue(account.email);
  await waitFor(() => expect(screen.queryByText(LOADING)).toBeNull());
  const profiles = await shop.sql`select email from profiles where id = ${account.id}`;
  expect([...profiles]).toEqual([{ email: account.email }]);
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
});

for (const failure of ["an error", "a lost network"]) {
  test(`no order waits for the review request, and ${failure} in it is only logged`, async ({
    open,
    customer,
    shop,
  }) => {
    const account = await customer();
    const confirmed = Promise.withResolvers<void>();
    shop.network.respond(/functions\/v1\/send-review-request/, async () => {
      await confirmed.promise;
      if (failure === "an error") return Response.json({}, { status: 503 });
      throw new TypeError("Failed to fetch");
    });
    const { user } = await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
    await user.click(getConfirmButton());
    await expectOneOrder(shop.sql, account);
    confirmed.resolve();
    await waitFor(() =>
      expect(console.warn).toHaveBeenCalledWith(
        ...(failure === "an error"
          ? ["review request: answered 503"]
          : ["review request: could not be sent", expect.any(TypeError)]),
      ),
    );
    expect(getToastRegion().queryByRole("alert")).toBeNull();
  });
}
