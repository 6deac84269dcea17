/** Admin product form: drafts, slugs by themselves, values that other products have, and errors under a pressed pointer. */
import { fireEvent } from "@testing-library/dom";
import { createProduct, getStoredProduct } from "#tests/support/products.ts";
import { clickButton } from "#tests/support/screens/admin-lists.ts";
import {
  addImageByUrl,
  expectFieldMessage,
  findForm,
  findNotice,
  getField,
  NEW_PRODUCT_PATH,
  SAVE_PRODUCT_URL,
  submitForm,
  toEditPath,
} from "#tests/support/screens/product-form.ts";
import { expect, fillField, getMain, screen, test, waitFor } from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";
import { createUniqueWord } from "#tests/support/unique-word.ts";

const PRICE = "Prix (XOF)";
const TAKEN_SLUG = "Ce slug est déjà celui d'un autre produit";
const TAKEN_REFERENCE = "Cette référence est déjà celle d'un autre produit";

const readDraft = (key: string) => localStorage.getItem(`draft:product:${key}`);
const findDraftNotice = (text: string) => screen.findByText(new RegExp(text));

test("a new product's draft survives the page, can be discarded, and ends with the save", async ({
  open,
  administrator,
}) => {
  const me = await administrator();
  const name = `Brouette ${createUniqueWord()}`;
  const first = await open(NEW_PRODUCT_PATH, { as: me });
  await findForm();
  await fillField(first.user, getField("Nom"), name);
  await fillField(first.user, getField(PRICE), "19000");
  await addImageByUrl(first.user, "/pictures/perceuse-1-640.jpg");
  await waitFor(() => expect(readDraft("new")).toContain("19000"));
  await waitFor(() => expect(readDraft("new")).toContain("perceuse-1"));

  const { user } = await open(NEW_PRODUCT_PATH, { as: me });
  await findDraftNotice("Votre brouillon du .* est repris");
  expect([getField("Nom"), getField(PRICE)].map((field) => Reflect.get(field, "value"))).toEqual([
    name,
    "19000",
  ]);
  await clickButton(user, "Jeter le brouillon");
  await waitFor(() => expect(getField("Nom")).toHaveValue(""));
  expect(screen.queryByText(/Votre brouillon/)).toBeNull();
  expect(readDraft("new")).toBeNull();

  await fillField(user, getField("Nom"), name);
  await fillField(user, getField(PRICE), "20000");
  await waitFor(() => expect(readDraft("new")).toContain("20000"));
  await submitForm(user);
  await expectNewestToast("Produit ajouté");
  await waitFor(() => expect(window.location.pathname).toContain("/edit/"));
  expect(readDraft("new")).toBeNull();
});

test("a draft never replaces a newer version: it is offered, and saving it asks", async ({
  open,
  shop,
  administrator,
}) => {
  const me = await administrator();
  const product = await createProduct(shop.sql, { price: 5000 });
  const first = await open(toEditPath(product), { as: me });
  await findForm();
  await fillField(first.user, getField(PRICE), "6000");
  await waitFor(() => expect(readDraft(product.id)).toContain("6000"));
  await shop.sql`update products set price = 5500 where id = ${product.id}`;

  const { user } = await open(toEditPath(product), { as: me });
  await findDraftNotice("n'est pas repris : le produit a été enregistré depuis");
  expect(getField(PRICE)).toHaveValue(5500);
  await clickButton(user, "Reprendre le brouillon");
  await waitFor(() => expect(getField(PRICE)).toHaveValue(6000));
  await submitForm(user);
  const notice = await findNotice("modifié entre-temps");
  expect(await getStoredProduct(shop.sql, product.id)).toMatchObject({ price: 5500 });
  await clickButton(user, "Enregistrer ma saisie", notice);
  await expectNewestToast("Produit modifié");
  expect(await getStoredProduct(shop.sql, product.id)).toMatchObject({ price: 6000 });
  expect(readDraft(product.id)).toBeNull();
});

test.for(["7", '{"id":"x"}', '{"id":"","base":null,"at":"","input":{}}'])(
  "what is no draft is ignored: %s",
  async (text, { open, administrator }) => {
    await open(NEW_PRODUCT_PATH, { as: await administrator(), storage: { "draft:product:new": text } });
    await findForm();
    expect(getField("Nom")).toHaveValue("");
    expect(screen.queryByText(/Votre brouillon/)).toBeNull();
  },
);

test("an empty slug is made from the name, in any script", async ({ open, administrator }) => {
  const { user } = await open(NEW_PRODUCT_PATH, { as: await administrator() });
  await findForm();
  const word = createUniqueWord();
  await fillField(user, getField("Nom"), `Échelle ${word}`);
  await user.tab();
  await waitFor(() => expect(getField("Slug URL")).toHaveValue(`echelle-${word}`));
  await fillField(user, getField("Slug URL"), "");
  await fillField(user, getField("Nom"), "电钻");
  await user.tab();
  await waitFor(() => expect(getField("Slug URL")).toHaveValue("produit"));
  await fillField(user, getField("Slug URL"), "");
  await fillField(user, getField("Nom"), "???");
  await user.tab();
  await expectFieldMessage("Slug URL", "Le nom ne contient ni lettre ni chiffre");
});

test("a slug and a reference of another product are said when they are left, and on saving", async ({
  open,
  shop,
  administrator,
}) => {
  const word = createUniqueWord();
  const other = await createProduct(shop.sql, { reference: `REF-${word}` });
  const product = await createProduct(shop.sql);
  const { user } = await open(toEditPath(product), { as: await administrator() });
  await findForm();
  await fillField(user, getField("Slug URL"), other.slug);
  await user.tab();
  await expectFieldMessage("Slug URL", TAKEN_SLUG);
  await fillField(user, getField("Slug URL"), `libre-${word}`);
  await user.tab();
  await waitFor(() => expect(getField("Slug URL")).not.toHaveAccessibleDescription(TAKEN_SLUG));
  await fillField(user, getField("Référence (SKU)"), ` REF-${word} `);
  await user.tab();
  await expectFieldMessage("Référence (SKU)", TAKEN_REFERENCE);
  await submitForm(user);
  await expectNewestErrorToast("Erreur de validation", TAKEN_REFERENCE);
  expect(shop.network.listRequests(SAVE_PRODUCT_URL)).toHaveLength(0);

  // Enter saves without leaving the field.
  await fillField(user, getField("Référence (SKU)"), `MIEN-${word}`);
  await user.tab();
  await waitFor(() => expect(getField("Référence (SKU)")).toHaveAttribute("aria-invalid", "false"));
  await fillField(user, getField("Slug URL"), other.slug);
  await user.keyboard("{Enter}");
  await expectNewestErrorToast("Validation", TAKEN_SLUG);
  await expectFieldMessage("Slug URL", TAKEN_SLUG);
  expect(getField("Référence (SKU)")).toHaveValue(`MIEN-${word}`);
  await fillField(user, getField("Slug URL"), `libre-${word}`);
  await user.tab();
  await waitFor(() => expect(getField("Slug URL")).toHaveAttribute("aria-invalid", "false"));
  await submitForm(user);
  await expectNewestToast("Produit modifié");
  expect(await shop.sql`select slug, reference from products where id = ${product.id}`).toEqual([
    { slug: `libre-${word}`, reference: `MIEN-${word}` },
  ]);
});

test("errors appear and disappear after the pointer is released, so that a press is not lost", async ({
  open,
  administrator,
}) => {
  const { user } = await open(NEW_PRODUCT_PATH, { as: await administrator() });
  await findForm();
  const addLine = getMain().getByRole("button", { name: "Ajouter une ligne" });
  await user.click(getField(PRICE));
  await user.pointer({ keys: "[MouseLeft>]", target: addLine });
  await waitFor(() => expect(getField(PRICE)).toHaveAttribute("aria-invalid", "true"));
  expect(getMain().queryByText("Prix valide requis")).toBeNull();
  await user.pointer({ keys: "[/MouseLeft]", target: addLine });
  await getMain().findByText("Prix valide requis");
  await getMain().findByLabelText("Caractéristique 1");

  await fillField(user, getField(PRICE), "100");
  await user.pointer({ keys: "[MouseLeft>]", target: addLine });
  await waitFor(() => expect(getField(PRICE)).toHaveAttribute("aria-invalid", "false"));
  getMain().getByText("Prix valide requis");
  // The window that took the release is left by a movement without a pressed button.
  fireEvent.pointerMove(document.body, { buttons: 0 });
  await waitFor(() => expect(getMain().queryByText("Prix valide requis")).toBeNull());
});
