/** The families of goods in the back office: what a form wants, and what fails or is refused. */
import { createProduct } from "../support/products.ts";
import {
  expectFailure,
  expectNoDialog,
  expectToast,
  findDialog,
  listRows,
  loseAnswer,
  noRows,
  press,
  rowOf,
  stubPictures,
} from "./support/admin-lists.ts";
import { expect, expectLogged, fill, screen, test, waitFor, within } from "./support/screen.ts";

const LIST = "/admin/categories";
const READ = /\/rest\/v1\/categories\?.*order=name/;
const WRITTEN = /\/rest\/v1\/categories(\?(columns|id)=.*)?$/;
const BROKEN = /Cette URL d'image semble invalide ou inaccessible/;

test("a list that cannot be read says so, and is read again on demand", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const mend = shop.network.fail(READ);
  const { user } = await open(LIST, { as: await administrator() });
  await expectFailure("Erreur", "Impossible de charger les catégories");
  mend();
  await press(user, "Réessayer", await screen.findByRole("main"));
  await screen.findByRole("table", { name: "Les catégories" });
  expect(listRows()).not.toHaveLength(0);
  await expectLogged(errors, /load categories/);
});

test("a shop without categories can have its first one", async ({ open, shop, administrator }) => {
  shop.network.answer(READ, noRows);
  await open(LIST, { as: await administrator() });
  await screen.findByText("Aucune catégorie pour le moment.");
  expect(screen.getAllByRole("button", { name: "Ajouter une catégorie" })).toHaveLength(2);
});

test("a form says what it wants, proposes the slug, and its second press sends nothing", async ({
  open,
  shop,
  administrator,
}) => {
  stubPictures("nulle-part");
  const { user } = await open(`${LIST}/new`, { as: await administrator() });
  const form = within(await findDialog("Nouvelle catégorie"));
  const [name, slug, image] = [
    form.getByLabelText("Nom"),
    form.getByLabelText("Slug"),
    form.getByLabelText("Image (facultatif)"),
  ];
  await press(user, "Enregistrer");
  await waitFor(() => expect(name).toHaveAccessibleDescription(/Nom et slug sont requis/));
  await waitFor(() => expect(name).toHaveFocus());
  await fill(user, name, "Aaa Électricité & co !");
  expect(slug).toHaveValue("aaa-electricite-co");
  await fill(user, slug, "aaa-premiere");
  await fill(user, name, "Aaa première");
  expect(slug).toHaveValue("aaa-premiere");
  await fill(user, image, "pas une adresse");
  await press(user, "Enregistrer");
  await waitFor(() => expect(image).toHaveAccessibleDescription(/L'URL de l'image n'est pas valide/));
  await fill(user, image, "/nulle-part.jpg");
  await waitFor(() => expect(image).toHaveAccessibleDescription(BROKEN));
  expect(form.getByRole("button", { name: "Enregistrer" })).toBeDisabled();
  // Enter comes before the pause in typing that the check waits for.
  await fill(user, image, "/nulle-part-ailleurs.jpg");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(image).toHaveAccessibleDescription(BROKEN));
  await waitFor(() => expect(image).toHaveFocus());
  expect(shop.network.asked(WRITTEN, "POST")).toHaveLength(0);
  await fill(user, image, "/icon-192.png");
  const release = shop.network.hold(WRITTEN, "POST");
  await press(user, "Enregistrer");
  await user.click(await form.findByRole("button", { name: "Enregistrement..." }));
  await user.type(name, "{Enter}");
  release();
  await expectToast("Catégorie créée avec succès");
  await expectNoDialog();
  expect(window.location.pathname).toBe(LIST);
  expect(shop.network.asked(WRITTEN, "POST")).toHaveLength(1);
  expect(await shop.sql`select name, image from categories where slug = 'aaa-premiere'`).toEqual([
    { name: "Aaa première", image: "/icon-192.png" },
  ]);
});

test("a category that was only opened is not sent, and a new name leaves the address", async ({
  open,
  shop,
  administrator,
}) => {
  await shop.sql`insert into categories (name, slug) values ('Aaa seconde', 'aaa-seconde')`;
  const { user } = await open(LIST, { as: await administrator() });
  await press(user, "Modifier Aaa seconde");
  const form = within(await findDialog("Modifier la catégorie"));
  expect(form.getByLabelText("Slug")).toHaveValue("aaa-seconde");
  await press(user, "Enregistrer");
  await expectToast("Aucune modification à enregistrer");
  await expectNoDialog();
  expect(shop.network.asked(WRITTEN, "PATCH")).toHaveLength(0);
  await press(user, "Modifier Aaa seconde");
  const again = within(await findDialog("Modifier la catégorie"));
  await fill(user, again.getByLabelText("Nom"), "Aaa seconde bis");
  expect(again.getByLabelText("Slug")).toHaveValue("aaa-seconde");
  await press(user, "Enregistrer");
  await expectToast("Catégorie mise à jour avec succès");
  expect(await shop.sql`select name from categories where slug = 'aaa-seconde'`).toEqual([
    { name: "Aaa seconde bis" },
  ]);
});

test("a category with products is not deleted", async ({ open, shop, administrator, errors }) => {
  const { id: productId } = await createProduct(shop.sql);
  await shop.sql`
    with made as (insert into categories (name, slug) values ('Aaa pleine', 'aaa-pleine') returning id)
    update products set category_id = (select id from made) where id = ${productId}`;
  const { user } = await open(LIST, { as: await administrator() });
  await press(user, "Supprimer Aaa pleine");
  const question = await findDialog("Supprimer la catégorie ?");
  expect(question).toHaveTextContent("Aaa pleine");
  await press(user, "Supprimer", question);
  await expectFailure(
    "Erreur",
    "Impossible de supprimer cette catégorie. Elle est peut-être utilisée par des produits.",
  );
  expect(rowOf("Aaa pleine")).toBeDefined();
  await expectLogged(errors, /the category could not be deleted/);
});

test("what cannot be saved says so, what was typed stays, and a lost answer makes no second category", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const me = await administrator();
  await shop.sql`insert into categories (name, slug) values ('Aaa tierce', 'aaa-tierce')`;
  const { user } = await open(LIST, { as: me });
  await press(user, "Ajouter une catégorie");
  const form = within(await findDialog("Nouvelle catégorie"));
  await fill(user, form.getByLabelText("Nom"), "Aaa quarte");
  await fill(user, form.getByLabelText("Slug"), "aaa-tierce");
  await press(user, "Enregistrer");
  await waitFor(() =>
    expect(form.getByLabelText("Slug")).toHaveAccessibleDescription(/déjà celui d'une autre catégorie/),
  );
  await fill(user, form.getByLabelText("Slug"), "aaa-quarte");
  const mend = shop.network.fail(WRITTEN, { message: "disque plein", status: 400, method: "POST" });
  await press(user, "Enregistrer");
  expect(await form.findByRole("alert")).toHaveTextContent("disque plein");
  await expectFailure("Erreur", "disque plein");
  mend();
  const deliver = shop.network.answer(WRITTEN, loseAnswer, "POST");
  await press(user, "Enregistrer");
  await waitFor(() =>
    expect(form.getByRole("alert")).toHaveTextContent("Une erreur inattendue s'est produite"),
  );
  expect(await shop.sql`select from categories where slug = 'aaa-quarte'`).toHaveLength(1);
  deliver();
  await fill(user, form.getByLabelText("Nom"), "Aaa quarte bis");
  await press(user, "Enregistrer");
  await expectToast("Catégorie créée avec succès");
  expect(await shop.sql`select name from categories where name like 'Aaa quarte%'`).toEqual([
    { name: "Aaa quarte bis" },
  ]);

  await press(user, "Modifier Aaa quarte bis");
  const change = within(await findDialog("Modifier la catégorie"));
  await fill(user, change.getByLabelText("Nom"), "Aaa sans droit");
  await shop.sql`delete from admin_users where id = ${me.id}`;
  await press(user, "Enregistrer");
  expect(await change.findByRole("alert")).toHaveTextContent("Vous n'avez pas les droits d'administrateur");
  expect(change.getByLabelText("Nom")).toHaveValue("Aaa sans droit");
  await expectLogged(errors, /the category could not be saved/);
});
