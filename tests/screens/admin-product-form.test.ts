/** The form of a product: what it refuses, what it sends, and what it does about other people's work and failures. */
import { SESSION_KEY } from "../../app/lib/stored-session.ts";
import { createProduct, storedImages, storedProduct } from "../support/products.ts";
import { newWord } from "../support/words.ts";
import { expectAddress } from "./support/admin-frame.ts";
import {
  expectFailure,
  expectNoDialog,
  expectToast,
  findDialog,
  loseAnswer,
  press,
} from "./support/admin-lists.ts";
import { addByAddress, editAddress, field, findForm, NEW, SAVE, save } from "./support/product-form.ts";
import {
  expect,
  expectLogged,
  fill,
  forgive,
  screen,
  test,
  toasts,
  waitFor,
  within,
} from "./support/screen.ts";

const PRICE = "Prix (XOF)";
const OLD_PRICE = "Ancien prix (XOF)";
const DISCOUNT = "Réduction (%)";

const main = () => within(screen.getByRole("main"));

async function findNotice(text: string): Promise<HTMLElement> {
  return waitFor(() => {
    const notice = main()
      .queryAllByRole("alert")
      .find((alert) => alert.textContent.includes(text));
    if (!notice) throw new Error(`No notice says «${text}».`);
    return notice;
  });
}

const expectSaid = (label: string, message: string) =>
  waitFor(() => expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(message)));

test("each field is checked when it is left and when saving, and says what is wrong", async ({
  open,
  shop,
  administrator,
}) => {
  const release = shop.network.hold(/\/rest\/v1\/categories\?/);
  const { user } = await open(NEW, { as: await administrator() });
  await within(await screen.findByRole("main")).findByText("Chargement...");
  release();
  await findForm();
  expect(field(PRICE)).toHaveAttribute("min", "0");
  expect(field(PRICE)).toHaveAttribute("step", "1");
  expect(field(PRICE)).toHaveAccessibleDescription("Le prix doit être supérieur à 0");
  expect(field(DISCOUNT)).toHaveAttribute("min", "0");
  expect(field(DISCOUNT)).toHaveAttribute("max", "100");
  expect(field("Stock")).toHaveValue(0);

  for (const [label, typed, message] of [
    ["Nom", " ", "Champ requis"],
    ["Slug URL", "", "Champ requis"],
    [PRICE, "", "Prix valide requis"],
    ["Stock", "-1", "Stock valide requis"],
    [DISCOUNT, "101", "La réduction doit être inférieure ou égale à 100%"],
  ] as const) {
    await fill(user, field(label), typed);
    await user.click(field(label));
    await user.tab();
    await expectSaid(label, message);
    expect(field(label)).toHaveAttribute("aria-invalid", "true");
  }

  await save(user);
  await expectFailure("Erreur de validation", "Le nom du produit est requis");
  await waitFor(() => expect(field("Nom")).toHaveFocus());
  for (const [label, message] of [
    ["Nom", "Le nom du produit est requis"],
    ["Slug URL", "Le slug URL est requis"],
    [PRICE, "Le prix doit être un nombre positif"],
    ["Stock", "Le stock doit être un nombre positif ou zéro"],
    [DISCOUNT, "La réduction doit être inférieure ou égale à 100%"],
  ] as const) {
    await expectSaid(label, message);
  }
  await fill(user, field("Nom"), "Perceuse");
  await fill(user, field("Slug URL"), "perceuse-essai");
  await fill(user, field("Stock"), "");
  await fill(user, field(DISCOUNT), "");
  for (const typed of ["99.5", "0"]) {
    await fill(user, field(PRICE), typed);
    await save(user);
    await expectFailure("Erreur de validation", "Le prix doit être un nombre positif");
    await waitFor(() => expect(field(PRICE)).toHaveFocus());
  }
  await fill(user, field(PRICE), "7500");
  await fill(user, field(OLD_PRICE), "7000");
  await save(user);
  await expectSaid(OLD_PRICE, "L'ancien prix doit être supérieur au prix");
  expect(shop.network.asked(SAVE)).toHaveLength(0);
});

test("a new product is sent once, with everything that was typed", async ({ open, shop, administrator }) => {
  const word = newWord();
  const name = `Échelle pliante n° 4 ${word}`;
  const slug = `echelle-pliante-n-4-${word}`;
  const other = await createProduct(shop.sql);
  await shop.sql`update products set slug = ${slug} where id = ${other.id}`;
  const { user } = await open(NEW, { as: await administrator() });
  await findForm();
  await fill(user, field("Nom"), name);
  await press(user, "Générer depuis le nom");
  await waitFor(() => expect(field("Slug URL")).toHaveValue(`${slug}-2`));
  expect(within(field("Catégorie")).getAllByRole("option")[0]).toHaveTextContent("Aucune catégorie");
  await user.selectOptions(field("Catégorie"), "Plomberie");
  for (const [label, text] of [
    ["Description", "Quatre mètres, en aluminium."],
    ["Référence (SKU)", "ECH-4"],
    ["Lien « Plus d'informations »", "https://exemple.bf/echelle"],
    [PRICE, "7500"],
    [OLD_PRICE, "10000"],
    ["Stock", "12"],
  ] as const) {
    await fill(user, field(label), text);
  }
  expect(field(DISCOUNT)).toHaveValue("25");
  expect(field(DISCOUNT)).toHaveAttribute("readonly");
  await user.click(field("Marquer comme nouveau"));
  await user.click(field("Mettre en avant / promotion"));

  const features = screen.getByRole("region", { name: "Caractéristiques" });
  await press(user, "Ajouter une ligne", features);
  await waitFor(() => expect(within(features).getByLabelText("Caractéristique 1")).toHaveFocus());
  for (const [index, text] of ["Aluminium", "De trop", "Quatre mètres"].entries()) {
    if (index > 0) await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(within(features).getByLabelText(`Caractéristique ${index + 1}`)).toHaveFocus(),
    );
    await user.keyboard(text);
  }
  await press(user, "Retirer la caractéristique 2", features);

  const specifications = screen.getByRole("region", { name: "Spécifications techniques" });
  const nameOf = (place: number) => within(specifications).getByLabelText(`Nom de la spécification ${place}`);
  for (const [index, [title, value]] of [
    ["Hauteur", "4 m"],
    ["Poids", "6 kg"],
    ["Couleur", "gris"],
  ].entries()) {
    await press(user, "Ajouter une spécification", specifications);
    await fill(user, nameOf(index + 1), title ?? "");
    await fill(
      user,
      within(specifications).getByLabelText(`Valeur de la spécification ${index + 1}`),
      value ?? "",
    );
  }
  await press(user, "Retirer la spécification 3", specifications);
  await fill(user, nameOf(2), "Hauteur");
  await save(user);
  await waitFor(() => expect(nameOf(2)).toHaveAccessibleDescription("Ce nom figure déjà dans la liste"));
  await fill(user, nameOf(2), "Masse");
  await addByAddress(user, "/pictures/perceuse-1-640.jpg");

  const release = shop.network.hold(SAVE);
  await save(user);
  const busy = await screen.findByRole("button", { name: "Enregistrement..." });
  expect(busy).toHaveAttribute("aria-disabled", "true");
  await user.click(busy);
  release();
  await expectToast("Produit ajouté");
  await waitFor(() => expect(window.location.pathname).toMatch(/\/admin\/products\/edit\/[0-9a-f-]{36}$/));
  const id = window.location.pathname.slice(-36);
  const sent = shop.network.asked(SAVE);
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
      is_featured: true,
      features: ["Aluminium", "Quatre mètres"],
      specifications: { Hauteur: "4 m", Masse: "6 kg" },
      more_info_url: "https://exemple.bf/echelle",
    },
    images: [{ image_url: "/pictures/perceuse-1-640.jpg", is_primary: true, display_order: 0 }],
  });
  expect(await storedProduct(shop.sql, id)).toMatchObject({
    name,
    slug: `${slug}-2`,
    discount: 25,
    stock: 12,
  });
  expect(await storedImages(shop.sql, id)).toEqual(["0 /pictures/perceuse-1-640.jpg *"]);
  // Beside the form and in the toast.
  await main().findByRole("link", { name: "Voir sur le site" });
  for (const link of screen.getAllByRole("link", { name: "Voir sur le site" })) {
    expect(link).toHaveAttribute("href", `/product/${slug}-2`);
  }
});

test("what is emptied is stored as null, and the discount is free once there is no old price", async ({
  open,
  shop,
  administrator,
}) => {
  const product = await createProduct(shop.sql, { price: 7500, stock: 12 });
  await shop.sql`
    update products set old_price = 10000, more_info_url = 'https://exemple.bf',
      category_id = (select id from categories where slug = 'plomberie')
    where id = ${product.id}`;
  const { user } = await open(editAddress(product), { as: await administrator() });
  await findForm();
  expect(field("Nom")).toHaveValue(product.name);
  expect(field(DISCOUNT)).toHaveValue("25");
  await fill(user, field(OLD_PRICE), "");
  await fill(user, field(DISCOUNT), "15");
  await fill(user, field("Lien « Plus d'informations »"), "");
  await user.selectOptions(field("Catégorie"), "Aucune catégorie");
  await fill(user, field("Stock"), "");
  await save(user);
  await expectToast("Produit modifié");
  expect(await storedProduct(shop.sql, product.id)).toMatchObject({
    old_price: null,
    discount: 15,
    more_info_url: null,
    category_id: null,
    stock: 0,
  });
});

test("the second of two administrators is told, compares, and decides", async ({
  open,
  shop,
  administrator,
}) => {
  const product = await createProduct(shop.sql, { price: 5000, stock: 10 });
  const { user } = await open(editAddress(product), { as: await administrator() });
  await findForm();
  await fill(user, field(PRICE), "6000");
  await fill(user, field("Description"), "Ma description");
  await shop.sql`update products set price = 5500, stock = 7 where id = ${product.id}`;
  await save(user);
  const notice = await findNotice("modifié entre-temps");
  expect(notice).toHaveTextContent("Rien n'a été remplacé.");
  expect(field(PRICE)).toHaveValue(6000);
  expect(await storedProduct(shop.sql, product.id)).toMatchObject({ price: 5500, description: "" });
  await user.click(within(notice).getByText("Voir les différences (2)"));
  expect(within(notice).getAllByRole("definition")[1]).toHaveTextContent(
    /Enregistré :\s5\s500\sXOF.*Votre saisie :\s6\s000\sXOF/,
  );
  await press(user, "Charger la version enregistrée", notice);
  await waitFor(() => expect(main().queryByRole("alert")).toBeNull());
  expect(field(PRICE)).toHaveValue(5500);
  expect(field("Description")).toHaveValue("");

  await fill(user, field(PRICE), "6500");
  await shop.sql`update products set name = name || ' bis', stock = 4 where id = ${product.id}`;
  await save(user);
  await press(user, "Enregistrer ma saisie", await findNotice("modifié entre-temps"));
  await expectToast("Produit modifié");
  await waitFor(() => expect(main().queryByRole("alert")).toBeNull());
  // What was typed counts, and what was sold meanwhile stays sold.
  expect(await storedProduct(shop.sql, product.id)).toMatchObject({
    price: 6500,
    name: product.name,
    stock: 4,
  });
});

test("a save whose answer was lost is nobody else's edit, and a deleted product can be saved anew", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const product = await createProduct(shop.sql, { price: 5000, stock: 10 });
  const { user } = await open(editAddress(product), { as: await administrator() });
  await findForm();
  await fill(user, field("Stock"), "20");
  const deliver = shop.network.answer(SAVE, loseAnswer);
  await save(user);
  await waitFor(() =>
    expect(toasts()[0]).toHaveTextContent("Le serveur ne répond pas. Votre saisie est gardée"),
  );
  deliver();
  await expectLogged(errors, /the product could not be saved/);
  await save(user);
  await expectToast("Produit modifié");
  expect(await storedProduct(shop.sql, product.id)).toMatchObject({ stock: 20 });

  await shop.sql`delete from products where id = ${product.id}`;
  await fill(user, field(PRICE), "7000");
  await save(user);
  const gone = await findNotice("supprimé entre-temps");
  expect(field(PRICE)).toHaveValue(7000);
  await press(user, "Enregistrer comme nouveau produit", gone);
  await waitFor(async () =>
    expect(await storedProduct(shop.sql, product.id)).toMatchObject({ price: 7000, stock: 20 }),
  );
});

test("a product that cannot be read says so and is read again; one that is none leads back", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const product = await createProduct(shop.sql);
  const account = await administrator();
  const mend = shop.network.fail(/\/rest\/v1\/products\?/);
  const { user } = await open(editAddress(product), { as: account });
  const failed = await findNotice("Impossible de charger le produit");
  mend();
  await press(user, "Réessayer", failed);
  await findForm();
  expect(field("Nom")).toHaveValue(product.name);
  await expectLogged(errors, /load product/);
  const lost = await open(editAddress({ id: "rien" }));
  await screen.findByText("Ce produit n'existe pas ou plus.");
  await lost.user.click(main().getByRole("link", { name: "Retour aux produits" }));
  await screen.findByRole("heading", { level: 1, name: "Produits" });
  forgive(errors, /load product/);
});

test("a refused save says why, leads to the field, and keeps what was typed", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const product = await createProduct(shop.sql);
  const [category] = await shop.sql<{ id: string }[]>`
    insert into categories (name, slug) values ('Passagère', ${`passagere-${product.id}`}) returning id`;
  const account = await administrator();
  const { user, router } = await open(editAddress(product), { as: account });
  await findForm();
  await user.selectOptions(field("Catégorie"), "Passagère");
  await shop.sql`delete from categories where id = ${category?.id ?? ""}`;
  await save(user);
  await expectFailure("Validation", "Cette catégorie n'existe plus");
  await expectSaid("Catégorie", "Cette catégorie n'existe plus");
  await waitFor(() => expect(field("Catégorie")).toHaveFocus());
  await user.selectOptions(field("Catégorie"), "Aucune catégorie");

  await fill(user, field("Description"), "À garder");
  const mend = shop.network.fail(SAVE, { message: "disque plein" });
  await save(user);
  await expectFailure("Erreur", "disque plein");
  mend();
  const away = main().getByRole("link", { name: "Produits" });
  await user.click(away);
  await press(user, "Annuler", await findDialog("Quitter sans enregistrer ?"));
  await expectNoDialog();
  expect(field("Description")).toHaveValue("À garder");

  await shop.sql`delete from admin_users where id = ${account.id}`;
  await save(user);
  await expectFailure("Erreur", "Vous n'avez pas les droits d'administrateur");
  expect(field("Description")).toHaveValue("À garder");
  await shop.sql`insert into admin_users (id, name, email) values (${account.id}, 'Mariam', ${account.email})`;
  await user.click(away);
  await press(user, "Quitter", await findDialog("Quitter sans enregistrer ?"));
  await expectAddress(router, "/admin/products");
  expect(await storedProduct(shop.sql, product.id)).toMatchObject({ description: "" });
  await expectLogged(errors, /the product could not be saved/);
  localStorage.removeItem(SESSION_KEY);
});
