/** The saved addresses in the account. */
import type { Sql } from "#backend/core/database/database.ts";
import type { Account } from "#tests/support/accounts.ts";
import { ACCOUNT_PATH, expectFieldError } from "#tests/support/screens/account.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectErrorToast, expectToast, findToast } from "#tests/support/screens/toasts.ts";

async function insertAddress(sql: Sql, { id }: Account): Promise<void> {
  await sql`
    insert into customer_addresses (user_id, name, address, city, quarter, latitude, longitude)
    values (${id}, 'Chantier', 'Rue 12, porte 4', 'Ouagadougou', 'Tanghin', 12.4, -1.5)
  `;
}

const readAddresses = (sql: Sql, { id }: Account) =>
  sql`select name, address, city, quarter, landmark, latitude from customer_addresses where user_id = ${id}`;

test("an address is changed; its position goes with the place that it was measured at", async ({
  open,
  customer,
  shop,
}) => {
  const me = await customer();
  await insertAddress(shop.sql, me);
  const { user } = await open(ACCOUNT_PATH, { as: me });
  const section = within(await screen.findByRole("region", { name: "Mes lieux" }));
  await user.click(section.getByRole("button", { name: "Modifier le lieu Chantier" }));
  await fillField(user, await section.findByLabelText(/^Repère/), "Portail bleu");
  await user.click(section.getByRole("button", { name: "Enregistrer" }));
  await expectToast(/^Lieu mis à jourChantier/);
  expect(await readAddresses(shop.sql, me)).toMatchObject([{ landmark: "Portail bleu", latitude: "12.4" }]);

  await user.click(section.getByRole("button", { name: "Modifier le lieu Chantier" }));
  await fillField(user, await section.findByLabelText("Adresse"), "");
  await user.click(section.getByRole("button", { name: "Enregistrer" }));
  await expectFieldError(section.getByLabelText("Adresse"), "Adresse requise");
  await fillField(user, section.getByLabelText("Adresse"), "Avenue de la Liberté, porte 9");
  await user.click(section.getByRole("button", { name: "Enregistrer" }));
  await section.findByText("Avenue de la Liberté, porte 9, Tanghin, Ouagadougou");
  expect(await readAddresses(shop.sql, me)).toMatchObject([{ landmark: "Portail bleu", latitude: null }]);
});

test("a change that fails keeps what was typed, and can be cancelled", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const me = await customer();
  await insertAddress(shop.sql, me);
  const { user } = await open(ACCOUNT_PATH, { as: me });
  const section = within(await screen.findByRole("region", { name: "Mes lieux" }));
  await user.click(section.getByRole("button", { name: "Modifier le lieu Chantier" }));
  const name = await section.findByLabelText("Nom du lieu");
  await waitFor(() => expect(name).toHaveFocus());
  await fillField(user, name, "Maison");
  const mend = shop.network.disconnect(/customer_addresses/, "PATCH");
  await user.click(section.getByRole("button", { name: "Enregistrer" }));
  await expectErrorToast(/Connexion impossible/);
  await expectLoggedError(errors, /the address could not be changed/);
  expect(section.getByLabelText("Nom du lieu")).toHaveValue("Maison");
  mend();
  await user.click(section.getByRole("button", { name: "Annuler" }));
  section.getByText("Chantier");
  expect(section.getByRole("button", { name: "Modifier le lieu Chantier" })).toHaveFocus();
});

test("a deleted address can be restored", async ({ open, customer, shop }) => {
  const me = await customer();
  await insertAddress(shop.sql, me);
  const { user } = await open(ACCOUNT_PATH, { as: me });
  await user.click(await screen.findByRole("button", { name: "Supprimer le lieu Chantier" }));
  const toast = within(await findToast("Lieu supprimé"));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Mes lieux" })).toBeNull());
  expect(await readAddresses(shop.sql, me)).toEqual([]);
  await user.click(toast.getByRole("button", { name: "Annuler" }));
  await screen.findByRole("button", { name: "Modifier le lieu Chantier" });
  expect(await readAddresses(shop.sql, me)).toMatchObject([{ quarter: "Tanghin", latitude: "12.4" }]);
});

test("addresses that could not be read are loaded again on demand", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const me = await customer();
  await insertAddress(shop.sql, me);
  const mend = shop.network.fail(/customer_addresses/);
  const { user } = await open(ACCOUNT_PATH, { as: me });
  const section = within(await screen.findByRole("region", { name: "Mes lieux" }));
  section.getByText("Vos lieux n'ont pas pu être chargés.");
  await expectLoggedError(errors, /the addresses could not be read/);
  mend();
  await user.click(section.getByRole("button", { name: "Réessayer" }));
  await section.findByText("Chantier");
});
