/** Admin delivery: zones with their places and fees, pick-up points, and what the database refuses. */
import { clickButton, findDialog, findRow } from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestToast } from "#tests/support/screens/toasts.ts";

const LIST_PATH = "/admin/delivery";

test("a zone is added, edited and deleted, and a place belongs to one zone", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await screen.findByText("Aucune zone : toutes les livraisons coûtent le tarif unique.");
  // An empty list offers it, too.
  const [add] = await screen.findAllByRole("button", { name: "Ajouter une zone" });
  if (!add) throw new Error("No zone can be added.");
  await user.click(add);
  const form = within(await findDialog("Nouvelle zone"));
  await clickButton(user, "Enregistrer");
  await waitFor(() =>
    expect(form.getByLabelText("Nom")).toHaveAccessibleDescription(/Le nom de la zone est requis/),
  );
  expect(form.getByLabelText("Villes et quartiers")).toHaveAccessibleDescription(/Nommez au moins une ville/);
  await fillField(user, form.getByLabelText("Nom"), "Aaa Nord");
  await fillField(user, form.getByLabelText("Villes et quartiers"), "Kaya\nOuagadougou : Pissy, Gounghin");
  await fillField(user, form.getByLabelText("Jusqu'à (kg) (facultatif)"), "5,5");
  await fillField(user, form.getByLabelText("Tarif (XOF)"), "1 500");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Zone ajoutée");
  await waitFor(() => expect(findRow("Aaa Nord")).toHaveTextContent(/jusqu'à 5,5\s*kg 1\s500\s*XOF/));
  const places = await shop.sql`select town, quarter from public.delivery_places order by town, quarter`;
  expect([...places]).toEqual([
    { town: "Kaya", quarter: "" },
    { town: "Ouagadougou", quarter: "Gounghin" },
    { town: "Ouagadougou", quarter: "Pissy" },
  ]);

  await clickButton(user, "Ajouter une zone");
  const second = within(await findDialog("Nouvelle zone"));
  await fillField(user, second.getByLabelText("Nom"), "Aaa Sud");
  await fillField(user, second.getByLabelText("Villes et quartiers"), "KAYA");
  await clickButton(user, "Enregistrer");
  await waitFor(() =>
    expect(second.getByLabelText("Villes et quartiers")).toHaveAccessibleDescription(
      /« KAYA » est déjà dans la zone « Aaa Nord »/,
    ),
  );
  await expectLoggedError(errors, /the delivery zone could not be saved/);
  await clickButton(user, "Annuler");
  await shop.sql`delete from public.delivery_zones`;
});
