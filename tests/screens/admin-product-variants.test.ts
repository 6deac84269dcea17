/** The variants of a product in its form: options, the grid, its errors and its draft. */
import { clickButton } from "#tests/support/screens/admin-lists.ts";
import { findForm, getField, NEW_PRODUCT_PATH, submitForm } from "#tests/support/screens/product-form.ts";
import { expect, fillField, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";
import { createUniqueWord } from "#tests/support/unique-word.ts";

type User = Parameters<typeof submitForm>[0];

const getCell = (label: string) => screen.getByRole("textbox", { name: label });

async function typeTube(user: User, name: string) {
  await fillField(user, getField("Nom"), name);
  await fillField(user, getField("Prix (XOF)"), "1500");
  await clickButton(user, "Ajouter une option");
  expect(getCell("Option 1")).toHaveFocus();
  await fillField(user, getCell("Option 1"), "Diamètre");
  await user.type(getCell("Choix de Diamètre"), "20 mm,25 mm,32 mm{Enter}");
}

test("options make the grid, which fills down, takes a pasted column and is saved at once", async ({
  open,
  shop,
  administrator,
}) => {
  const { user } = await open(NEW_PRODUCT_PATH, { as: await administrator() });
  await findForm();
  const name = `Tube ${createUniqueWord()}`;
  await typeTube(user, name);
  const grid = screen.getByRole("table", { name: "Les variantes" });
  expect(
    within(grid)
      .getAllByRole("rowheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["20 mm", "25 mm", "32 mm"]);
  // The focus stays at a choice that is renamed.
  await clickButton(user, "Modifier le choix 25 mm");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Modifier le choix 25 mm" })).toHaveFocus());
  // The price that was typed is that of the variants, which say it from now on.
  expect(screen.queryByLabelText("Prix (XOF)")).not.toBeInTheDocument();
  expect(getCell("Prix de 32 mm")).toHaveValue("1500");
  await fillField(user, getCell("Prix de 25 mm"), "1900");
  await user.keyboard("{Control>}d{/Control}");
  expect(getCell("Prix de 32 mm")).toHaveValue("1900");
  await user.click(getCell("Stock de 20 mm"));
  await user.paste("4\n1 200\n7\n");
  expect(getCell("Stock de 25 mm")).toHaveValue("1200");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(getCell("Stock de 32 mm")).toHaveFocus();
  await clickButton(user, "Retirer la variante 25 mm");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Retirer la variante 32 mm" })).toHaveFocus(),
  );
  await screen.findByRole("button", { name: "Ajouter la combinaison laissée de côté" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Changement" }), "Ajouter");
  await fillField(user, getCell("Valeur"), "100");
  await clickButton(user, "Appliquer à 2 variantes");
  await submitForm(user);
  await expectNewestToast("Produit ajouté");
  const rows = await shop.sql`
    select v.choices, v.price::integer as price, v.stock
    from product_variants v join products p on p.id = v.product_id where p.name = ${name} order by v.position`;
  expect([...rows]).toEqual([
    { choices: ["20 mm"], price: 1600, stock: 4 },
    { choices: ["32 mm"], price: 2000, stock: 7 },
  ]);
});

test("an invalid cell has its error, and the focus after saving", async ({ open, administrator }) => {
  const { user } = await open(NEW_PRODUCT_PATH, { as: await administrator() });
  await findForm();
  await typeTube(user, `Tube ${createUniqueWord()}`);
  await fillField(user, getCell("Ancien prix de 25 mm"), "900");
  await fillField(user, getCell("Prix de 32 mm"), " ");
  await submitForm(user);
  await expectNewestErrorToast(
    "Erreur de validation",
    "25 mm, Ancien prix : L'ancien prix doit être supérieur au prix",
  );
  await waitFor(() => expect(getCell("Ancien prix de 25 mm")).toHaveFocus());
  expect(getCell("Ancien prix de 25 mm")).toHaveAccessibleDescription(
    "L'ancien prix doit être supérieur au prix",
  );
  expect(getCell("Prix de 32 mm")).toHaveAccessibleDescription("Le prix doit être un nombre positif");
  await fillField(user, getCell("Prix de 32 mm"), "1700");
  await waitFor(() => expect(getCell("Prix de 32 mm")).not.toHaveAccessibleDescription());
});

test("the draft has the variants", async ({ open, administrator }) => {
  const { user } = await open(NEW_PRODUCT_PATH, { as: await administrator() });
  await findForm();
  await typeTube(user, `Tube ${createUniqueWord()}`);
  await fillField(user, getCell("Référence de 25 mm"), "TUB-25");
  await waitFor(() => expect(window.localStorage.getItem("draft:product:new")).toContain("TUB-25"));
});

test("what a customer is sold is said as it is typed", async ({ open, administrator }) => {
  const { user } = await open(NEW_PRODUCT_PATH, { as: await administrator() });
  await findForm();
  await user.selectOptions(screen.getByRole("combobox", { name: "Unité de vente" }), "Carton");
  await fillField(user, getField("Contenu"), "1,44");
  await user.selectOptions(screen.getByRole("combobox", { name: /^Unité du contenu/ }), "m²");
  await screen.findByText(/vendu par carton de 1,44\sm²/);
});
