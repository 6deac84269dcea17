/** Product form: data sheets, videos and accessories. */
import { createProduct } from "#tests/support/products.ts";
import { clickButton } from "#tests/support/screens/admin-lists.ts";
import { findForm, getRegion, submitForm, toEditPath } from "#tests/support/screens/product-form.ts";
import { expect, fillField, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";
import { createUniqueWord } from "#tests/support/unique-word.ts";

test("a PDF, a video and accessories are saved with the product", async ({ open, shop, administrator }) => {
  const word = createUniqueWord();
  const product = await createProduct(shop.sql);
  const bit = await createProduct(shop.sql, { name: `Foret ${word}`, reference: `REF-${word}` });
  const gloves = await createProduct(shop.sql, { name: `Gants ${word}` });
  const { user } = await open(toEditPath(product), { as: await administrator() });
  await findForm();

  const sheets = getRegion("Fiches techniques");
  const files = sheets.getByLabelText("Ajouter un PDF");
  await user.upload(files, new File(["PK"], "notice.pdf", { type: "application/pdf" }));
  await sheets.findByText("Ce n'est pas un fichier PDF.");
  await submitForm(user);
  await expectNewestErrorToast(
    "Validation",
    "Des PDF ne sont pas encore envoyés : attendez, réessayez ou retirez-les.",
  );
  await clickButton(user, "Retirer notice.pdf");
  await user.upload(files, new File(["%PDF-1.4\n%%EOF\n"], "Notice.PDF", { type: "application/pdf" }));
  await waitFor(() => expect(sheets.getByLabelText("Titre de la fiche 1")).toHaveValue("Notice"));

  const videos = getRegion("Vidéos");
  await clickButton(user, "Ajouter une vidéo", screen.getByRole("region", { name: "Vidéos" }));
  await fillField(user, videos.getByLabelText("Titre de la vidéo 1"), "Le montage");
  const address = videos.getByLabelText("Adresse de la vidéo 1");
  await fillField(user, address, "exemple.bf");
  await user.tab();
  await waitFor(() => expect(address).toHaveAccessibleDescription(/commence par https/));
  await fillField(user, address, "https://exemple.bf/montage");

  const accessories = getRegion("Accessoires");
  const search = accessories.getByRole("combobox", { name: "Ajouter un accessoire" });
  for (const name of [bit.name, gloves.name]) {
    await user.type(search, name);
    await user.click(await accessories.findByRole("option", { name: new RegExp(name) }));
  }
  await clickButton(user, `Monter ${gloves.name}`);
  const list = accessories.getByRole("list", { name: "Accessoires choisis" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([gloves.name, bit.name]);

  await submitForm(user);
  await expectNewestToast("Produit modifié");
  const [stored] = await shop.sql`select data_sheets, videos from products where id = ${product.id}`;
  expect(stored).toMatchObject({
    data_sheets: [{ title: "Notice", url: expect.stringMatching(/\.pdf$/), size: 15 }],
    videos: [{ title: "Le montage", url: "https://exemple.bf/montage" }],
  });
  const rows = await shop.sql<{ accessory_id: string }[]>`
    select accessory_id from product_accessories where product_id = ${product.id} order by position`;
  expect(rows.map(({ accessory_id }) => accessory_id)).toEqual([gloves.id, bit.id]);
});
