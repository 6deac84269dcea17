/** The images of a product in its form: their addresses, their order, and files whose sending fails. */
import sharp from "sharp";
import { createProduct, storedImages, storedProduct } from "../support/products.ts";
import {
  expectFailure,
  expectNoDialog,
  expectToast,
  findDialog,
  press,
  stubPictures,
} from "./support/admin-lists.ts";
import { addByAddress, editAddress, findForm, images, region, save } from "./support/product-form.ts";
import { expect, expectLogged, fill, screen, test, waitFor, within } from "./support/screen.ts";

const UPLOAD = /\/storage\/v1\/object\/product-pictures\//;
const [FIRST, SECOND] = ["/pictures/perceuse-1-640.jpg", "/pictures/perceuse-2-640.jpg"];

test("an address is tried out and checked before it is added", async ({ open, shop, administrator }) => {
  stubPictures("nexiste-pas");
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
  await press(user, "Ajouter par adresse");
  const dialog = await findDialog("Ajouter une image");
  const form = within(dialog);
  form.getByText("Taille recommandée : 800x800 pixels.");
  const address = form.getByLabelText("URL de l'image");
  await fill(user, address, "  ");
  expect(form.getByRole("button", { name: "Ajouter" })).toBeDisabled();
  await fill(user, address, "photo.jpg");
  await press(user, "Ajouter", dialog);
  expect(address).toHaveAccessibleDescription(/Entrez une URL valide/);
  await fill(user, address, "/pictures/nexiste-pas-640.jpg");
  await waitFor(() =>
    expect(form.getByRole("status")).toHaveTextContent("Cette URL d'image semble invalide ou inaccessible"),
  );
  await fill(user, address, FIRST);
  await waitFor(() =>
    expect(form.getByRole("status")).toHaveTextContent("Voilà ce que les clients verront."),
  );
  expect(form.getByRole("img", { name: "Aperçu" })).toHaveAttribute("src", FIRST);
  await press(user, "Ajouter", dialog);
  await expectNoDialog();
  expect(images()).toHaveLength(1);
  expect(await storedProduct(shop.sql, product.id)).toMatchObject({ image: null });

  await press(user, "Ajouter par adresse");
  const again = await findDialog("Ajouter une image");
  await fill(user, within(again).getByLabelText("URL de l'image"), FIRST);
  await press(user, "Ajouter", again);
  expect(within(again).getByLabelText("URL de l'image")).toHaveAccessibleDescription(
    /Cette image figure déjà dans la liste/,
  );
});

test("images are moved, marked and removed, and stored as they stand", async ({
  open,
  shop,
  administrator,
}) => {
  stubPictures("nexiste-pas");
  const product = await createProduct(shop.sql);
  const { user } = await open(editAddress(product), { as: await administrator() });
  await findForm();
  for (const url of [FIRST, SECOND, "/pictures/nexiste-pas-640.jpg"]) await addByAddress(user, url);
  expect(images()).toHaveLength(3);
  expect(images()[0]).toHaveTextContent("Principale");
  const button = (name: string) => screen.getByRole("button", { name });
  expect(button("Monter l'image 1")).toBeDisabled();
  expect(button("Descendre l'image 3")).toBeDisabled();
  await press(user, "Monter l'image 3");
  await press(user, "Monter l'image 2");
  await screen.findByText("L'image 2 est maintenant à la place 1.");
  await press(user, "Définir l'image 3 comme principale");
  expect(screen.getAllByText("Principale")).toHaveLength(1);
  expect(button("Définir l'image 3 comme principale")).toHaveAttribute("aria-pressed", "true");
  await save(user);
  await expectToast("Produit modifié");
  expect(await storedImages(shop.sql, product.id)).toEqual([
    "0 /pictures/nexiste-pas-640.jpg",
    `1 ${FIRST}`,
    `2 ${SECOND} *`,
  ]);
  await press(user, "Retirer l'image 3");
  expect(images()[0]).toHaveTextContent("Principale");
  await press(user, "Retirer l'image 1");
  await save(user);
  await waitFor(async () => expect(await storedImages(shop.sql, product.id)).toEqual([`0 ${FIRST} *`]));
});

test("files are sent one after the other; what is no image, cancelled or refused says so, and is sent again", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const product = await createProduct(shop.sql);
  const { user } = await open(editAddress(product), { as: await administrator() });
  await findForm();
  const [icon] = await pngs("icône.png");
  const release = shop.network.hold(UPLOAD);
  const input = screen.getByLabelText("Envoyer des photos");
  await user.upload(input, [
    ...(await pngs("un.png", "deux.png")),
    new File(["MZ"], "virus.jpg", { type: "image/jpeg" }),
  ]);
  await region("Images").findByRole("progressbar", { name: "Envoi de un.png" });
  expect(region("Images").getAllByText("En attente")).toHaveLength(2);
  await save(user);
  await expectFailure(
    "Validation",
    "Des images ne sont pas encore envoyées : attendez, réessayez ou retirez-les.",
  );
  await press(user, "Annuler l'envoi de deux.png");
  release();
  await waitFor(() => expect(images()).toHaveLength(1));
  expect(await region("Images").findByRole("alert")).toHaveTextContent(
    "Ce n'est pas une image JPEG, PNG, WebP ou HEIC.",
  );
  expect(screen.queryByRole("button", { name: "Réessayer virus.jpg" })).toBeNull();
  await press(user, "Retirer virus.jpg");

  const mend = shop.network.fail(UPLOAD);
  if (icon) await user.upload(input, icon);
  await waitFor(() =>
    expect(region("Images").getByRole("alert")).toHaveTextContent(
      "L'envoi n'a pas abouti. Réessayez dans un instant.",
    ),
  );
  await expectLogged(errors, /a picture was not stored/);
  mend();
  await press(user, "Réessayer icône.png");
  await waitFor(() => expect(images()).toHaveLength(2));
  await save(user);
  await expectToast("Produit modifié");
  const rows = await shop.sql<{ type: string }[]>`
    select o.metadata ->> 'mimetype' as type
    from product_images i
    join storage.objects o on i.image_url = '/storage/v1/object/public/product-pictures/' || o.name
    where i.product_id = ${product.id}`;
  expect([...rows]).toEqual([{ type: "image/png" }, { type: "image/png" }]);
});

/** Drawings as a browser without a canvas sends them: unchanged. */
async function pngs(...names: string[]): Promise<File[]> {
  const drawing = { create: { width: 20, height: 20, channels: 3 as const, background: "#1b7f4b" } };
  const bytes = new Uint8Array(await sharp(drawing).png().toBuffer());
  return names.map((name) => new File([bytes], name, { type: "image/png" }));
}
