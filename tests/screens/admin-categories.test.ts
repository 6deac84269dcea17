/** Admin categories: form validation, and failed or rejected changes. */
import { onTestFinished } from "vitest";
import { createProduct } from "#tests/support/products.ts";
import {
  clickButton,
  createEmptyResponse,
  expectNoDialog,
  findDialog,
  findRow,
  loseResponse,
  queryRows,
  stubImages,
} from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";

const LIST_PATH = "/admin/categories";
const LIST_URL = /\/rest\/v1\/categories\?.*order=position/;
const WRITE_URL = /\/rest\/v1\/categories\?((columns|id)=|select=[^&]*$)/;
const BROKEN = /Cette URL d'image semble invalide ou inaccessible/;

test("a failed read of the list is reported and can be retried", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const restore = shop.network.fail(LIST_URL);
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await expectNewestErrorToast("Erreur", "Impossible de charger les catégories");
  restore();
  await clickButton(user, "Réessayer", await screen.findByRole("main"));
  await screen.findByRole("table", { name: "Les catégories" });
  expect(queryRows()).not.toHaveLength(0);
  await expectLoggedError(errors, /load categories/);
});

test("the first category is created in an empty shop", async ({ open, shop, administrator }) => {
  shop.network.respond(LIST_URL, createEmptyResponse);
  await open(LIST_PATH, { as: await administrator() });
  await screen.findByText("Aucune catégorie pour le moment.");
  expect(screen.getAllByRole("button", { name: "Ajouter une catégorie" })).toHaveLength(2);
});

test("the form shows its errors, suggests the slug, and a second click sends nothing", async ({
  open,
  shop,
  administrator,
}) => {
  stubImages("nulle-part");
  const { user } = await open(`${LIST_PATH}/new`, { as: await administrator() });
  const form = within(await findDialog("Nouvelle catégorie"));
  const [name, slug, image] = [
    form.getByLabelText("Nom"),
    form.getByLabelText("Slug"),
    form.getByLabelText("Image (facultatif)"),
  ];
  await clickButton(user, "Enregistrer");
  await waitFor(() => expect(name).toHaveAccessibleDescription(/Nom et slug sont requis/));
  await waitFor(() => expect(name).toHaveFocus());
  await fillField(user, name, "Aaa Électricité & co !");
  expect(slug).toHaveValue("aaa-electricite-co");
  await fillField(user, slug, "aaa-premiere");
  await fillField(user, name, "Aaa première");
  expect(slug).toHaveValue("aaa-premiere");
  await fillField(user, image, "pas une adresse");
  await clickButton(user, "Enregistrer");
  await waitFor(() => expect(image).toHaveAccessibleDescription(/L'URL de l'image n'est pas valide/));
  await fillField(user, image, "/nulle-part.jpg");
  await waitFor(() => expect(image).toHaveAccessibleDescription(BROKEN));
  expect(form.getByRole("button", { name: "Enregistrer" })).toBeDisabled();
  // Enter is pressed before the debounced check runs.
  await fillField(user, image, "/nulle-part-ailleurs.jpg");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(image).toHaveAccessibleDescription(BROKEN));
  await waitFor(() => expect(image).toHaveFocus());
  expect(shop.network.listRequests(WRITE_URL, "POST")).toHaveLength(0);
  await fillField(user, image, "/icon-192.png");
  const release = shop.network.hold(WRITE_URL, "POST");
  await clickButton(user, "Enregistrer");
  await user.click(await form.findByRole("button", { name: "Enregistrement..." }));
  await user.type(name, "{Enter}");
  release();
  await expectNewestToast("Catégorie créée avec succès");
  await expectNoDialog();
  expect(window.location.pathname).toBe(LIST_PATH);
  expect(shop.network.listRequests(WRITE_URL, "POST")).toHaveLength(1);
  expect(await shop.sql`select name, image from categories where slug = 'aaa-premiere'`).toEqual([
    { name: "Aaa première", image: "/icon-192.png" },
  ]);
});

test("an unchanged category is not sent, and a new name does not change the slug", async ({
  open,
  shop,
  administrator,
}) => {
  await shop.sql`insert into categories (name, slug) values ('Aaa seconde', 'aaa-seconde')`;
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await clickButton(user, "Modifier Aaa seconde");
  const form = within(await findDialog("Modifier la catégorie"));
  expect(form.getByLabelText("Slug")).toHaveValue("aaa-seconde");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Aucune modification à enregistrer");
  await expectNoDialog();
  expect(shop.network.listRequests(WRITE_URL, "PATCH")).toHaveLength(0);
  await clickButton(user, "Modifier Aaa seconde");
  const again = within(await findDialog("Modifier la catégorie"));
  await fillField(user, again.getByLabelText("Nom"), "Aaa seconde bis");
  expect(again.getByLabelText("Slug")).toHaveValue("aaa-seconde");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Catégorie mise à jour avec succès");
  expect(await shop.sql`select name from categories where slug = 'aaa-seconde'`).toEqual([
    { name: "Aaa seconde bis" },
  ]);
});

test("a category with products is not deleted", async ({ open, shop, administrator, errors }) => {
  const { id: productId } = await createProduct(shop.sql);
  await shop.sql`
    with made as (insert into categories (name, slug) values ('Aaa pleine', 'aaa-pleine') returning id)
    update products set category_id = (select id from made) where id = ${productId}`;
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await clickButton(user, "Supprimer Aaa pleine");
  const confirmDialog = await findDialog("Supprimer la catégorie ?");
  expect(confirmDialog).toHaveTextContent("Aaa pleine");
  await clickButton(user, "Supprimer", confirmDialog);
  await expectNewestErrorToast(
    "Erreur",
    "Impossible de supprimer cette catégorie. Elle est peut-être utilisée par des produits.",
  );
  expect(findRow("Aaa pleine")).toBeDefined();
  await expectLoggedError(errors, /the category could not be deleted/);
});

test("a failed save is reported, the form retains its values, and a lost response creates no second category", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const me = await administrator();
  await shop.sql`insert into categories (name, slug) values ('Aaa tierce', 'aaa-tierce')`;
  const { user } = await open(LIST_PATH, { as: me });
  await clickButton(user, "Ajouter une catégorie");
  const form = within(await findDialog("Nouvelle catégorie"));
  await fillField(user, form.getByLabelText("Nom"), "Aaa quarte");
  await fillField(user, form.getByLabelText("Slug"), "aaa-tierce");
  await clickButton(user, "Enregistrer");
  await waitFor(() =>
    expect(form.getByLabelText("Slug")).toHaveAccessibleDescription(/déjà celui d'une autre catégorie/),
  );
  await fillField(user, form.getByLabelText("Slug"), "aaa-quarte");
  const restore = shop.network.fail(WRITE_URL, { message: "disque plein", status: 400, method: "POST" });
  await clickButton(user, "Enregistrer");
  expect(await form.findByRole("alert")).toHaveTextContent("disque plein");
  await expectNewestErrorToast("Erreur", "disque plein");
  restore();
  const stopLosingResponses = shop.network.respond(WRITE_URL, loseResponse, "POST");
  await clickButton(user, "Enregistrer");
  await waitFor(() =>
    expect(form.getByRole("alert")).toHaveTextContent("Une erreur inattendue s'est produite"),
  );
  expect(await shop.sql`select from categories where slug = 'aaa-quarte'`).toHaveLength(1);
  stopLosingResponses();
  await fillField(user, form.getByLabelText("Nom"), "Aaa quarte bis");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Catégorie créée avec succès");
  expect(await shop.sql`select name from categories where name like 'Aaa quarte%'`).toEqual([
    { name: "Aaa quarte bis" },
  ]);

  await clickButton(user, "Modifier Aaa quarte bis");
  const change = within(await findDialog("Modifier la catégorie"));
  await fillField(user, change.getByLabelText("Nom"), "Aaa sans droit");
  await shop.sql`delete from admin_users where id = ${me.id}`;
  await clickButton(user, "Enregistrer");
  expect(await change.findByRole("alert")).toHaveTextContent("Vous n'avez pas les droits d'administrateur");
  expect(change.getByLabelText("Nom")).toHaveValue("Aaa sans droit");
  await expectLoggedError(errors, /the category could not be saved/);
});

test("the tree is walked, a category is made below another, moved among its siblings and put elsewhere", async ({
  open,
  shop,
  administrator,
}) => {
  onTestFinished(async () => {
    await shop.sql`delete from categories where parent_id is not null and slug like 'aab-%'`;
    await shop.sql`delete from categories where slug like 'aab-%'`;
  });
  await shop.sql`
    with parent as (
      insert into categories (name, slug) values ('Aab racine', 'aab-racine'), ('Aab autre', 'aab-autre') returning id, slug
    )
    insert into categories (name, slug, parent_id)
    select name, slug, (select id from parent where slug = 'aab-racine')
    from (values ('Aab un', 'aab-un'), ('Aab deux', 'aab-deux')) t (name, slug)`;
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await user.click(await screen.findByRole("link", { name: "2 sous-catégories de Aab racine" }));
  await screen.findByText("Les catégories sous « Aab racine », dans leur ordre.");
  const names = () => queryRows().map((row) => within(row).getByRole("rowheader").textContent);
  await waitFor(() => expect(names()).toEqual(["Aab deuxaab-deux", "Aab unaab-un"]));

  const down = screen.getByRole("button", { name: "Descendre Aab deux" });
  down.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(names()).toEqual(["Aab unaab-un", "Aab deuxaab-deux"]));
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Descendre Aab deux"));

  await clickButton(user, "Ajouter une catégorie", screen.getByRole("main"));
  const form = within(await findDialog("Nouvelle catégorie"));
  await fillField(user, form.getByRole("textbox", { name: "Nom" }), "Aab trois");
  const parent = form.getByRole("combobox", { name: /Catégorie parente/ });
  await waitFor(() => expect(parent).toHaveDisplayValue("Aab racine"));
  await clickButton(user, "Enregistrer", await findDialog("Nouvelle catégorie"));
  await expectNoDialog();
  await waitFor(() => expect(names()).toEqual(["Aab unaab-un", "Aab deuxaab-deux", "Aab troisaab-trois"]));

  await clickButton(user, "Modifier Aab un", screen.getByRole("main"));
  const editing = await findDialog("Modifier la catégorie");
  await waitFor(() => expect(within(editing).getByRole("option", { name: "Aab autre" })).toBeInTheDocument());
  expect(within(editing).queryByRole("option", { name: "Aab racine > Aab un" })).toBeNull();
  await user.selectOptions(within(editing).getByRole("combobox", { name: /Catégorie parente/ }), "Aab autre");
  await clickButton(user, "Enregistrer", editing);
  await expectNoDialog();
  await waitFor(() => expect(names()).toEqual(["Aab deuxaab-deux", "Aab troisaab-trois"]));
});
