/** The images of the product form: their URLs, their order, and failed uploads. */
import sharp from "sharp";
import { createProduct, getStoredProduct, listStoredImages } from "#tests/support/products.ts";
import { clickButton, expectNoDialog, findDialog, stubImages } from "#tests/support/screens/admin-lists.ts";
import {
  addImageByUrl,
  findForm,
  getRegion,
  queryImageRows,
  submitForm,
  toEditPath,
} from "#tests/support/screens/product-form.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";

const UPLOAD = /\/storage\/v1\/object\/product-pictures\//;
const [FIRST, SECOND] = ["/pictures/perceuse-1-640.jpg", "/pictures/perceuse-2-640.jpg"];

test("an image URL is previewed and validated before it is added", async ({ open, shop, administrator }) => {
  stubImages("nexiste-pas");
  const product = await createProduct(shop.sql);
  const list = `/admin/products?search=${product.name.replace(" ", "+")}`;
  const { user } = await open(list, { as: await administrator() });
  await user.click(await screen.findByRole("link", { name: product.name }));
  await findForm();
  expect(within(screen.getByRole("main")).getByRole("link", { name: "Produits" })).toHaveAttribute(
    "href",
    list,
  );
  screen.getByText("Aucune image : les clients voient un dessin à la place.");
  await clickButton(user, "Ajouter par adresse");
  const dialog = await findDialog("Ajouter une image");
  const form = within(dialog);
  form.getByText("Taille recommandée : 800x800 pixels.");
  const address = form.getByLabelText("URL de l'image");
  await fillField(user, address, "  ");
  expect(form.getByRole("button", { name: "Ajouter" })).toBeDisabled();
  await fillField(user, address, "photo.jpg");
  await clickButton(user, "Ajouter", dialog);
  expect(address).toHaveAccessibleDescription(/Entrez une URL valide/);
  await fillField(user, address, "/pictures/nexiste-pas-640.jpg");
  await waitFor(() =>
    expect(form.getByRole("status")).toHaveTextContent("Cette URL d'image semble invalide ou inaccessible"),
  );
  await fillField(user, address, FIRST);
  await waitFor(() =>
    expect(form.getByRole("status")).toHaveTextContent("Voilà ce que les clients verront."),
  );
  expect(form.getByRole("img", { name: "Aperçu" })).toHaveAttribute("src", FIRST);
  await clickButton(user, "Ajouter", dialog);
  await expectNoDialog();
  expect(queryImageRows()).toHaveLength(1);
  expect(await getStoredProduct(shop.sql, product.id)).toMatchObject({ image: null });

  await clickButton(user, "Ajouter par adresse");
  const again = await findDialog("Ajouter une image");
  await fillField(user, within(again).getByLabelText("URL de l'image"), FIRST);
  await clickButton(user, "Ajouter", again);
  expect(within(again).getByLabelText("URL de l'image")).toHaveAccessibleDescription(
    /Cette image figure déjà dans la liste/,
  );
});

test("images are moved, marked as primary and removed, and stored in their order", async ({
  open,
  shop,
  administrator,
}) => {
  stubImages("nexiste-pas");
  const product = await createProduct(shop.sql);
  const { user } = await open(toEditPath(product), { as: await administrator() });
  await findForm();
  for (const url of [FIRST, SECOND, "/pictures/nexiste-pas-640.jpg"]) await addImageByUrl(user, url);
  expect(queryImageRows()).toHaveLength(3);
  expect(queryImageRows()[0]).toHaveTextContent("Principale");
  const button = (name: string) => screen.getByRole("button", { name });
  expect(button("Monter l'image 1")).toBeDisabled();
  expect(button("Descendre l'image 3")).toBeDisabled();
  await clickButton(user, "Monter l'image 3");
  await clickButton(user, "Monter l'image 2");
  await screen.findByText("L'image 2 est maintenant à la place 1.");
  await clickButton(user, "Définir l'image 3 comme principale");
  expect(screen.getAllByText("Principale")).toHaveLength(1);
  expect(button("Définir l'image 3 comme principale")).toHaveAttribute("aria-pressed", "true");
  await submitForm(user);
  await expectNewestToast("Produit modifié");
  expect(await listStoredImages(shop.sql, product.id)).toEqual([
    "0 /pictures/nexiste-pas-640.jpg",
    `1 ${FIRST}`,
    `2 ${SECOND} *`,
  ]);
  await clickButton(user, "Retirer l'image 3");
  expect(queryImageRows()[0]).toHaveTextContent("Principale");
  await clickButton(user, "Retirer l'image 1");
  await submitForm(user);
  await waitFor(async () => expect(await listStoredImages(shop.sql, product.id)).toEqual([`0 ${FIRST} *`]));
});

test("files are uploaded one by one; an invalid, cancelled or failed one says so, and can be sent again", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const product = await createProduct(shop.sql);
  const { user } = await open(toEditPath(product), { as: await administrator() });
  await findForm();
  const [icon] = await pngs("icône.png");
  const release = shop.network.hold(UPLOAD);
  const input = screen.getByLabelText("Envoyer des photos");
  await user.upload(input, [
    ...(await pngs("un.png", "deux.png")),
    new File(["MZ"], "virus.jpg", { type: "image/jpeg" }),
  ]);
  await getRegion("Images").findByRole("progressbar", { name: "Envoi de un.png" });
  expect(getRegion("Images").getAllByText("En attente")).toHaveLength(2);
  await submitForm(user);
  await expectNewestErrorToast(
    "Validation",
    "Des images ne sont pas encore envoyées : attendez, réessayez ou retirez-les.",
  );
  await clickButton(user, "Annuler l'envoi de deux.png");
  release();
  await waitFor(() => expect(queryImageRows()).toHaveLength(1));
  expect(await getRegion("Images").findByRole("alert")).toHaveTextContent(
    "Ce n'est pas une image JPEG, PNG, WebP ou HEIC.",
  );
  expect(screen.queryByRole("button", { name: "Réessayer virus.jpg" })).toBeNull();
  await clickButton(user, "Retirer virus.jpg");

  const restore = shop.network.fail(UPLOAD);
  if (icon) await user.upload(input, icon);
  await waitFor(() =>
    expect(getRegion("Images").getByRole("alert")).toHaveTextContent(
      "L'envoi n'a pas abouti. Réessayez dans un instant.",
    ),
  );
  await expectLoggedError(errors, /a file was not stored/);
  restore();
  await clickButton(user, "Réessayer icône.png");
  await waitFor(() => expect(queryImageRows()).toHaveLength(2));
  await submitForm(user);
  await expectNewestToast("Produit modifié");
  const rows = await shop.sql<{ type: string }[]>`
    select o.metadata ->> 'mimetype' as type
    from product_images i
    join storage.objects o on i.image_url = '/storage/v1/object/public/product-pictures/' || o.name
    where i.product_id = ${product.id}`;
  expect([...rows]).toEqual([{ type: "image/png" }, { type: "image/png" }]);
});

/** Images as a browser without a canvas uploads them: unchanged. */
async function pngs(...names: string[]): Promise<File[]> {
  const drawing = { create: { width: 20, height: 20, channels: 3 as const, background: "#1b7f4b" } };
  const bytes = new Uint8Array(await sharp(drawing).png().toBuffer());
  return names.map((name) => new File([bytes], name, { type: "image/png" }));
}
