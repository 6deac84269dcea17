/** Admin product form: validation and the saved values. */
import { createProduct, getStoredProduct, listStoredImages } from "#tests/support/products.ts";
import { clickButton } from "#tests/support/screens/admin-lists.ts";
import {
  addImageByUrl,
  expectFieldMessage,
  findForm,
  getField,
  NEW_PRODUCT_PATH,
  SAVE_PRODUCT_URL,
  submitForm,
  toEditPath,
} from "#tests/support/screens/product-form.ts";
import { expect, fillField, getMain, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";
import { createUniqueWord } from "#tests/support/unique-word.ts";

const PRICE = "Prix (XOF)";
const OLD_PRICE = "Ancien prix (XOF)";
const DISCOUNT = "Réduction (%)";

test("each field is validated on blur and on save, and shows its error", async ({
  open,
  shop,
  administrator,
}) => {
  const release = shop.network.hold(/\/rest\/v1\/category_paths\?/);
  const { user } = await open(NEW_PRODUCT_PATH, { as: await administrator() });
  await within(await screen.findByRole("main")).findByText("Chargement...");
  release();
  await findForm();
  expect(getField(PRICE)).toHaveAttribute("min", "0");
  expect(getField(PRICE)).toHaveAttribute("step", "1");
  expect(getField(PRICE)).toHaveAccessibleDescription("Le prix doit être supérieur à 0");
  expect(getField(DISCOUNT)).toHaveAttribute("min", "0");
  expect(getField(DISCOUNT)).toHaveAttribute("max", "100");
  expect(getField("Stock")).toHaveValue(0);

  for (const [label, typed, message] of [
    ["Nom", " ", "Champ requis"],
    ["Slug URL", "", "Champ requis"],
    [PRICE, "", "Prix valide requis"],
    ["Stock", "-1", "Stock valide requis"],
    [DISCOUNT, "101", "La réduction doit être inférieure ou égale à 100%"],
  ] as const) {
    await fillField(user, getField(label), typed);
    await user.click(getField(label));
    await user.tab();
    await expectFieldMessage(label, message);
    expect(getField(label)).toHaveAttribute("aria-invalid", "true");
  }

  await submitForm(user);
  await expectNewestErrorToast("Erreur de validation", "Le nom du produit est requis");
  await waitFor(() => expect(getField("Nom")).toHaveFocus());
  for (const [label, message] of [
    ["Nom", "Le nom du produit est requis"],
    ["Slug URL", "Le slug URL est requis"],
    [PRICE, "Le prix doit être un nombre positif"],
    ["Stock", "Le stock doit être un nombre positif ou zéro"],
    [DISCOUNT, "La réduction doit être inférieure ou égale à 100%"],
  ] as const) {
    await expectFieldMessage(label, message);
  }
  await fillField(user, getField("Nom"), "Perceuse");
  await fillField(user, getField("Slug URL"), "perceuse-essai");
  await fillField(user, getField("Stock"), "");
  await fillField(user, getField(DISCOUNT), "");
  for (const typed of ["99.5", "0"]) {
    await fillField(user, getField(PRICE), typed);
    await submitForm(user);
    await expectNewestErrorToast("Erreur de validation", "Le prix doit être un nombre positif");
    await waitFor(() => expect(getField(PRICE)).toHaveFocus());
  }
  await fillField(user, getField(PRICE), "7500");
  await fillField(user, getField(OLD_PRICE), "7000");
  await submitForm(user);
  await expectFieldMessage(OLD_PRICE, "L'ancien prix doit être supérieur au prix");
  expect(shop.network.listRequests(SAVE_PRODUCT_URL)).toHaveLength(0);
});

test("a new product is sent once, with everything that was typed", async ({ open, shop, administrator }) => {
  const uniqueWord = createUniqueWord();
  const name = `Échelle pliante n° 4 ${uniqueWord}`;
  const slug = `echelle-pliante-n-4-${uniqueWord}`;
  const other = await createProduct(shop.sql);
  await shop.sql`update products set slug = ${slug} where id = ${other.id}`;
  const { user } = await open(NEW_PRODUCT_PATH, { as: await administrator() });
  await findForm();
  await fillField(user, getField("Nom"), name);
  await clickButton(user, "Générer depuis le nom");
  await waitFor(() => expect(getField("Slug URL")).toHaveValue(`${slug}-2`));
  expect(within(getField("Catégorie")).getAllByRole("option")[0]).toHaveTextContent("Aucune catégorie");
  await user.selectOptions(getField("Catégorie"), "Plomberie");
  for (const [label, text] of [
    ["Description", "Quatre mètres, en aluminium."],
    ["Référence (SKU)", "ECH-4"],
    ["Lien « Plus d'informations »", "https://exemple.bf/echelle"],
    [PRICE, "7500"],
    [OLD_PRICE, "10000"],
    ["Stock", "12"],
  ] as const) {
    await fillField(user, getField(label), text);
  }
  expect(getField(DISCOUNT)).toHaveValue("25");
  expect(getField(DISCOUNT)).toHaveAttribute("readonly");
  await user.click(getField("Marquer comme nouveau"));
  await user.click(getField("Mettre en avant / promotion"));

  const features = screen.getByRole("region", { name: "Caractéristiques" });
  await clickButton(user, "Ajouter une ligne", features);
  await waitFor(() => expect(within(features).getByLabelText("Caractéristique 1")).toHaveFocus());
  for (const [index, text] of ["Aluminium", "De trop", "Quatre mètres"].entries()) {
    if (index > 0) await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(within(features).getByLabelText(`Caractéristique ${index + 1}`)).toHaveFocus(),
    );
    await user.keyboard(text);
  }
  await clickButton(user, "Retirer la caractéristique 2", features);

  const specifications = screen.getByRole("region", { name: "Spécifications techniques" });
  const nameOf = (place: number) => within(specifications).getByLabelText(`Nom de la spécification ${place}`);
  for (const [index, [title, value]] of [
    ["Hauteur", "4 m"],
    ["Poids", "6 kg"],
    ["Couleur", "gris"],
  ].entries()) {
    await clickButton(user, "Ajouter une spécification", specifications);
    await fillField(user, nameOf(index + 1), title ?? "");
    await fillField(
      user,
      within(specifications).getByLabelText(`Valeur de la spécification ${index + 1}`),
      value ?? "",
    );
  }
  await clickButton(user, "Retirer la spécification 3", specifications);
  await fillField(user, nameOf(2), "Hauteur");
  await submitForm(user);
  await waitFor(() => expect(nameOf(2)).toHaveAccessibleDescription("Ce nom figure déjà dans la liste"));
  await fillField(user, nameOf(2), "Masse");
  await addImageByUrl(user, "/pictures/perceuse-1-640.jpg");

  const release = shop.network.hold(SAVE_PRODUCT_URL);
  await submitForm(user);
  const busy = await screen.findByRole("button", { name: "Enregistrement..." });
  expect(busy).toHaveAttribute("aria-disabled", "true");
  await user.click(busy);
  release();
  await expectNewestToast("Produit ajouté");
  await waitFor(() => expect(window.location.pathname).toMatch(/\/admin\/products\/edit\/[0-9a-f-]{36}$/));
  const id = window.location.pathname.slice(-36);
  const sent = shop.network.listRequests(SAVE_PRODUCT_URL);
  expect(sent).toHaveLength(1);
  expect(await sent[0]?.json()).toEqual({
    product: {
      id,
      name,
      slug: `${slug}-2`,
      description: "Quatre mètres, en aluminium.",
      category_id: expect.any(String),
      reference: "ECH-4",
      price: 7500,
      old_price: 10_000,
      discount: null,
      stock: 12,
      is_new: true,
      is_bulky: false,
      weight_grams: null,
      attributes: {},
      shelf: null,
      unit: "piece",
      step_size: 1,
      minimum_quantity: 1,
      content_size: null,
      content_unit: null,
      barcode: null,
      is_featured: true,
      features: ["Aluminium", "Quatre mètres"],
      data_sheets: [],
      videos: [],
      accessories: [],
      specifications: { Hauteur: "4 m", Masse: "6 kg" },
      more_info_url: "https://exemple.bf/echelle",
    },
    images: [{ image_url: "/pictures/perceuse-1-640.jpg", is_primary: true, display_order: 0 }],
  });
  expect(await getStoredProduct(shop.sql, id)).toMatchObject({
    name,
    slug: `${slug}-2`,
    discount: 25,
    stock: 12,
  });
  expect(await listStoredImages(shop.sql, id)).toEqual(["0 /pictures/perceuse-1-640.jpg *"]);
  // Beside the form and in the toast.
  await getMain().findByRole("link", { name: "Voir sur le site" });
  for (const link of screen.getAllByRole("link", { name: "Voir sur le site" })) {
    expect(link).toHaveAttribute("href", `/product/${slug}-2`);
  }
});

test("emptied fields are stored as null, and the discount is editable once there is no old price", async ({
  open,
  shop,
  administrator,
}) => {
  const product = await createProduct(shop.sql, { price: 7500, stock: 12 });
  await shop.sql`
    update products set old_price = 10000, more_info_url = 'https://exemple.bf',
      category_id = (select id from categories where slug = 'plomberie')
    where id = ${product.id}`;
  const { user } = await open(toEditPath(product), { as: await administrator() });
  await findForm();
  expect(getField("Nom")).toHaveValue(product.name);
  expect(getField(DISCOUNT)).toHaveValue("25");
  await fillField(user, getField(OLD_PRICE), "");
  await fillField(user, getField(DISCOUNT), "15");
  await fillField(user, getField("Lien « Plus d'informations »"), "");
  await user.selectOptions(getField("Catégorie"), "Aucune catégorie");
  await fillField(user, getField("Stock"), "");
  await submitForm(user);
  await expectNewestToast("Produit modifié");
  expect(await getStoredProduct(shop.sql, product.id)).toMatchObject({
    old_price: null,
    discount: 15,
    more_info_url: null,
    category_id: null,
    stock: 0,
  });
});
