/** The checkout on a phone and on a desktop: what it knows already, what it asks, and the order that comes of it. */
import {
  asCart,
  asSession,
  cartLine,
  confirmButton,
  expect,
  francs,
  ordersOf,
  remember,
  signInOver,
  storedCart,
  test,
} from "../support/shopper.ts";

test("a known customer finds the form filled, confirms, and is thanked with the order's number", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const [drill, pipe] = [await goods({ price: 12_500 }), await goods({ price: 900, stock: 40 })];
  const known = await customer();
  await shop.sql`
    update profiles set address = 'Gounghin, derrière l''école', city = 'Ouagadougou', postal_code = '01 BP 12'
    where id = ${known.id}`;
  await remember(page, {
    ...asCart(cartLine(drill, 2), cartLine(pipe, 10)),
    ...asSession(await signInOver(shop, known)),
  });
  await page.goto("/checkout");

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
  for (const [label, text] of Object.entries(filled))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  await expect(page.getByLabel("Email")).not.toBeEditable();
  await expect(page.getByLabel("Adresse")).toHaveAccessibleDescription(
    /Quartier, rue, et un repère que le livreur reconnaît/,
  );
  const methods = page.getByRole("region", { name: "Mode de paiement" }).getByRole("radio");
  await expect(methods).toHaveCount(1);
  await expect(methods).toHaveAccessibleName(/Paiement à la livraison/);
  await expect(methods).toBeChecked();
  const summary = page.getByRole("region", { name: "Votre commande" });
  await expect(summary.getByRole("listitem")).toContainText([`${drill.name}2 ×`, `${pipe.name}10 ×`]);
  await expect(summary.getByRole("listitem").first()).toContainText(francs(25_000));
  await expect(summary.getByRole("definition")).toHaveText([francs(34_000), francs(2_000), francs(36_000)]);

  await page.getByLabel("Prénom").fill("Fatoumata");
  await page.getByLabel("Nom", { exact: true }).fill("Kaboré");
  await page.getByLabel("Téléphone").fill("70 12 34 56");
  await page.getByLabel("Adresse").fill("Tampouy, portail vert après le maquis Chez Tanti");
  await page.getByLabel("Ville").fill("Koudougou");
  await page.getByLabel("Code postal").fill("");
  await page.getByLabel("Notes").fill("Après 17 h");
  const reviewRequest = page.waitForRequest("**/functions/v1/send-review-request");
  await confirmButton(page).click();

  await expect(page).toHaveURL("/order-confirmation");
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("listitem").first();
  await expect(toast).toContainText("Commande confirmée !");
  await expect(toast).toContainText("Votre commande a été enregistrée avec succès.");
  const [order] = await shop.sql`select * from orders where user_id = ${known.id}`;
  expect(order).toMatchObject({
    status: "pending",
    customer_name: "Fatoumata Kaboré",
    customer_email: known.email,
    customer_phone: "+22670123456",
    total_amount: 36_000,
    items_count: 12,
    notes: "Après 17 h",
    shipping_address: {
      address: "Tampouy, portail vert après le maquis Chez Tanti",
      city: "Koudougou",
      postalCode: "",
      phone: "+22670123456",
    },
    payment_info: {
      method: "cod",
      items: [
        { id: drill.id, name: drill.name, price: 12_500, quantity: 2, image: null },
        { id: pipe.id, name: pipe.name, price: 900, quantity: 10, image: null },
      ],
    },
  });
  await expect(page.getByText(order?.number)).toBeVisible();
  const today = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "Africa/Ouagadougou" });
  await expect(page.getByText(today.format(order?.created_at))).toBeVisible();
  expect((await reviewRequest).postDataJSON()).toEqual({ orderId: order?.id });
  expect(await storedCart(page)).toEqual([]);
  await expect(page.getByRole("banner").getByTestId("cart-count")).toHaveCount(0);

  const profiles = await shop.sql`
    select first_name, last_name, phone, address, city, postal_code from profiles where id = ${known.id}`;
  expect([...profiles]).toEqual([
    {
      first_name: "Fatoumata",
      last_name: "Kaboré",
      phone: "+22670123456",
      address: "Tampouy, portail vert après le maquis Chez Tanti",
      city: "Koudougou",
      postal_code: null,
    },
  ]);

  await page.reload();
  await expect(page.getByText(order?.number)).toBeVisible();
  await page.getByRole("link", { name: "Retour à l'accueil" }).click();
  await expect(page).toHaveURL("/");
  expect(await ordersOf(shop, known)).toHaveLength(1);
});

test("a form that is not complete is not sent: each sentence stands beside its field", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  await remember(page, { ...asCart(cartLine(await goods())), ...asSession(await signInOver(shop, known)) });
  await page.goto("/checkout");
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
  const refused = {
    Prénom: ["F", "Le prénom est requis"],
    Nom: [" ", "Le nom est requis"],
    Téléphone: ["70 12 34", "Numéro de téléphone invalide"],
    Adresse: ["ici", "Adresse requise"],
    Ville: ["O", "Ville requise"],
  };
  for (const [label, [text = ""]] of Object.entries(refused))
    await page.getByLabel(label, { exact: true }).fill(text);
  await confirmButton(page).click();
  for (const [label, [, sentence = ""]] of Object.entries(refused)) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
  }
  await expect(page.getByLabel("Prénom")).toBeFocused();
  await expect(page.getByLabel("Code postal")).toHaveAttribute("aria-invalid", "false");
  await expect(page.getByLabel("Notes")).toHaveAttribute("aria-invalid", "false");
  await expect(page).toHaveURL("/checkout");
  expect(await ordersOf(shop, known)).toEqual([]);
});
