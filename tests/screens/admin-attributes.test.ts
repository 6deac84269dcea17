/** Admin attributes: adding one with its choices, renaming, deleting, and its values in the form of a product. */
import { createProduct } from "#tests/support/products.ts";
import { clickButton, findDialog, queryRows } from "#tests/support/screens/admin-lists.ts";
import { getField, submitForm, toEditPath } from "#tests/support/screens/product-form.ts";
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

const LIST_PATH = "/admin/attributes";

test("an attribute is added with its choices, renamed and deleted", async ({ open, shop, administrator }) => {
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await waitFor(() => expect(queryRows()).not.toHaveLength(0));
  await clickButton(user, "Ajouter un attribut");
  const form = within(await findDialog("Nouvel attribut"));
  await user.selectOptions(form.getByLabelText("Type"), "Liste de choix");
  await clickButton(user, "Enregistrer");
  await waitFor(() =>
    expect(form.getByLabelText("Nom")).toHaveAccessibleDescription(/Le nom de l'attribut est requis/),
  );
  form.getByText("Ajoutez au moins un choix");
  await fillField(user, form.getByLabelText("Nom"), "Aaa Finition");
  await user.click(form.getByRole("button", { name: "Ajouter un choix" }));
  await user.type(form.getByLabelText("Choix 1"), "Mat{Enter}Brillant");
  await user.click(form.getByLabelText("Matériaux"));
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Attribut ajouté");
  const stored = () => shop.sql`
    select a.key, a.name, a.choices, array(
      select c.slug::text from attribute_categories b join categories c on c.id = b.category_id where b.attribute_id = a.id
    ) as categories from attributes a where a.name like 'Aaa %'`;
  const choices = [
    { key: "mat", name: "Mat" },
    { key: "brillant", name: "Brillant" },
  ];
  expect(await stored()).toEqual([
    { key: "aaa-finition", name: "Aaa Finition", choices, categories: ["materiaux"] },
  ]);

  await clickButton(user, "Modifier Aaa Finition");
  const change = within(await findDialog("Modifier l'attribut"));
  expect(change.queryByLabelText("Type")).toBeNull();
  await fillField(user, change.getByLabelText("Choix 1"), "Mat profond");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Attribut mis à jour");
  expect(await stored()).toMatchObject([{ choices: [{ key: "mat", name: "Mat profond" }, choices[1]] }]);

  await clickButton(user, "Supprimer Aaa Finition");
  await clickButton(user, "Supprimer", await findDialog("Supprimer l'attribut ?"));
  await expectNewestToast("Attribut supprimé");
  expect(await stored()).toEqual([]);
});

test("a failed read of the list is reported and can be retried", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const restore = shop.network.fail(/\/rest\/v1\/attributes\?/);
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await screen.findByText("Impossible de charger la liste des attributs");
  restore();
  await clickButton(user, "Réessayer", await screen.findByRole("main"));
  await waitFor(() => expect(queryRows()).not.toHaveLength(0));
  await expectLoggedError(errors, /load attributes/);
});

test("the form of a product has the attributes of its category, and says what a value may be", async ({
  open,
  shop,
  administrator,
}) => {
  const product = await createProduct(shop.sql, { name: "Aaa Tube", price: 5000 });
  const { user } = await open(toEditPath(product), { as: await administrator() });
  await screen.findByText("Choisissez une catégorie : ses attributs se remplissent ici.");
  await user.selectOptions(getField("Catégorie"), "Plomberie");
  await fillField(user, await screen.findByLabelText(/^Diamètre \(mm\)/), "99999");
  await user.selectOptions(screen.getByLabelText(/^Couleur/), "Gris");
  await submitForm(user);
  await expectNewestErrorToast("Validation", "« Diamètre » est un nombre en mm de 0 à 3000");
  await fillField(user, screen.getByLabelText(/^Diamètre \(mm\)/), "32,5");
  await submitForm(user);
  await expectNewestToast("Produit modifié");
  const [row] = await shop.sql`select attributes from products where id = ${product.id}`;
  expect(row?.attributes).toEqual({ diametre: 32.5, couleur: "gris" });
  await waitFor(() => expect(screen.getByLabelText(/^Diamètre \(mm\)/)).toHaveValue("32,5"));
});
