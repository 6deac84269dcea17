/** Admin cash: balances, runs and days that are closed, movements and their report; carriers and their settlements. */

import { flushSync } from "react-dom";
import { vi } from "vitest";
import { addDays, getToday } from "#app/lib/format/days.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  clickButton,
  expectNoDialog,
  findDialog,
  findRow,
  queryRows,
} from "#tests/support/screens/admin-lists.ts";
import {
  type Account,
  expect,
  expectLoggedError,
  fillField,
  formatXof,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestToast } from "#tests/support/screens/toasts.ts";

/** An order of 7,000 francs, delivered and paid at the counter. */
async function sell(sql: Sql, customer: Account) {
  const order = await prepare(sql, customer);
  await sql`update orders set status = 'completed' where id = ${order.id}`;
  return order;
}

async function prepare(sql: Sql, customer: Account) {
  const product = await createProduct(sql, { price: 5000, stock: 10 });
  const order = await createOrder(sql, customer, { lines: [{ product, quantity: 1 }] });
  await sql`update orders set status = 'processing' where id = ${order.id}`;
  return order;
}

const getBalance = (label: string) => screen.getByText(label, { selector: "dt" }).parentElement;
const listClosings = (sql: Sql) =>
  sql`select expected_amount::integer as expected, counted_amount as counted, note from cash_closings`;

test("a run and the day are closed, with their differences", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const { user, router } = await open("/admin/cash", { as: await administrator() });
  await clickButton(user, "Clôturer la caisse");
  // Nothing has moved today: whoever counts now counts yesterday.
  const yesterday = addDays(getToday(), -1);
  expect(within(await findDialog("Clôturer la caisse")).getByLabelText("Jour")).toHaveValue(yesterday);
  await user.keyboard("{Escape}");
  await sell(shop.sql, await customer());
  const courier = await administrator("Issa", "courier");
  const [run] = await shop.sql<{ id: string }[]>`
    insert into runs (day, name, courier_id, courier_name, state, out_at)
    values (current_date, 'Pissy', ${courier.id}, 'Issa', 'out', now()) returning id`;
  const taken = await prepare(shop.sql, await customer());
  await shop.sql`
    insert into cash_movements (from_account, to_account, amount, order_id, run_id, courier_id)
    values ('order', 'courier', 3000, ${taken.id}, ${run?.id ?? ""}, ${courier.id})`;

  await router.revalidate();
  await waitFor(() => expect(getBalance("Tiroir-caisse")).toHaveTextContent(formatXof(7000)));
  expect(getBalance("Livreurs")).toHaveTextContent(formatXof(3000));
  await clickButton(user, "Clôturer la tournée Pissy");
  const runDialog = within(await findDialog("Clôturer « Pissy »"));
  await fillField(user, runDialog.getByLabelText("Montant remis (XOF)"), "2 900");
  await runDialog.findByText(/Il manque 100/);
  await clickButton(user, "Enregistrer");
  await runDialog.findByText("Expliquez la différence");
  expect(runDialog.getByLabelText("Note")).toHaveFocus();
  await fillField(user, runDialog.getByLabelText("Note"), "Monnaie rendue en trop");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Tournée clôturée");
  await expectNoDialog();
  await waitFor(() => expect(getBalance("Tiroir-caisse")).toHaveTextContent(formatXof(9900)));
  screen.getByText("Aucune tournée n'est dehors.");

  // A page that was loaded before midnight counts the day that it shows.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`${addDays(getToday(), 1)}T00:05Z`) });
  // Nothing may be read meanwhile: the session would have ended by that clock.
  flushSync(() => screen.getByRole("button", { name: "Clôturer la caisse" }).click());
  vi.useRealTimers();
  const drawer = within(await findDialog("Clôturer la caisse"));
  expect(drawer.getByLabelText("Jour")).toHaveValue(getToday());
  expect(drawer.getByText(formatXof(9900))).toBeVisible();
  // Whoever has a keyboard answers at once.
  expect(drawer.getByLabelText("Jour")).toHaveFocus();
  await fillField(user, drawer.getByLabelText("Montant compté dans le tiroir (XOF)"), "9900");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Caisse clôturée");
  await waitFor(() => expect(queryRows()).toHaveLength(1));
  expect(await listClosings(shop.sql)).toEqual([{ expected: 9900, counted: 9900, note: null }]);
  // The day is closed: only the next one can be.
  expect(screen.queryByRole("button", { name: "Clôturer la caisse" })).toBeNull();

  await open(`/admin/runs/${run?.id}`, { as: await administrator() });
  expect(await screen.findByRole("region", { name: "Clôture" })).toHaveTextContent(
    /Attendu3\s000\s+XOFRemis2\s900\s+XOFDifférence-100\s+XOFMonnaie rendue en trop/,
  );
});

test("movements are entered, taken back, filtered and reported; sales only read them", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { user } = await open("/admin/cash", { as: await administrator() });
  await clickButton(user, "Nouveau mouvement");
  const dialog = within(await findDialog("Nouveau mouvement"));
  await fillField(user, dialog.getByLabelText("Montant (XOF)"), "1 500");
  await user.selectOptions(dialog.getByLabelText("Vers"), "Tiroir-caisse");
  await clickButton(user, "Enregistrer");
  expect(dialog.getByLabelText("Vers")).toHaveAccessibleDescription(/Choisissez un autre compte/);
  await user.selectOptions(dialog.getByLabelText("Vers"), "Dépenses");
  await clickButton(user, "Enregistrer");
  expect(await dialog.findByRole("alert")).toHaveTextContent("Le motif est requis");
  await expectLoggedError(errors, /record a cash movement/);
  await fillField(user, dialog.getByLabelText("Motif"), "Carburant");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Mouvement enregistré");

  const manager = await administrator("Fatou", "manager");
  const { user: other } = await open("/admin/cash/movements?account=expense", { as: manager });
  await waitFor(() => expect(queryRows()).toHaveLength(1));
  expect(findRow("Tiroir-caisse → Dépenses")).toHaveTextContent("Carburant");
  await clickButton(other, /^Annuler le mouvement/);
  const reverse = within(await findDialog("Annuler ce mouvement ?"));
  await fillField(other, reverse.getByLabelText("Motif"), "Mauvais montant");
  // Somebody else takes it back meanwhile.
  await shop.sql`
    insert into cash_movements (from_account, to_account, amount, reverses_id, note)
    select to_account, from_account, amount, id, 'Doublon' from cash_movements where to_account = 'expense'`;
  await clickButton(other, "Enregistrer");
  expect(await reverse.findByRole("alert")).toHaveTextContent("Ce mouvement est déjà annulé");
  await expectLoggedError(errors, /reverse a cash movement/);
  await clickButton(other, "Annuler");
  await waitFor(() => expect(findRow("Dépenses → Tiroir-caisse")).toHaveTextContent("Annulation"));
  // The newest first.
  expect(queryRows()[0]).toHaveTextContent("Dépenses → Tiroir-caisse");
  // Neither the mistake nor what took it back can be taken back again.
  expect(screen.queryByRole("button", { name: /^Annuler le mouvement/ })).toBeNull();

  const sales = await administrator("Ali", "sales");
  await open("/admin/cash/report", { as: sales });
  await waitFor(() => expect(findRow("Au comptoir")).toHaveTextContent(formatXof(7000)));
  expect(findRow("Issa")).toHaveTextContent(formatXof(3000));
  await open("/admin/cash", { as: sales });
  await screen.findByText("Aucune tournée n'est dehors.");
  expect(screen.queryByRole("button", { name: /mouvement|Clôturer/ })).toBeNull();
  expect(screen.queryByText(/le tiroir a donné plus/)).toBeNull();
  await shop.sql`insert into cash_movements (from_account, to_account, amount) values ('drawer', 'bank', 1000000)`;
  await open("/admin/cash", { as: sales });
  await screen.findByText(/le tiroir a donné plus qu'il ne contenait/);

  // A payment that the shop noted by mistake; one that a courier told as well.
  const { user: third } = await open("/admin/cash/movements?account=order", { as: manager });
  await screen.findAllByRole("button", { name: /^Annuler le mouvement/ });
  expect(findRow("Commandes → Livreurs")?.querySelector("button")).not.toBeNull();
  await clickButton(third, /^Annuler le mouvement/, findRow("Commandes → Tiroir-caisse"));
  const payment = within(await findDialog("Annuler ce mouvement ?"));
  payment.getByText(/est de nouveau à encaisser/);
  await fillField(third, payment.getByLabelText("Motif"), "Autre commande");
  await clickButton(third, "Enregistrer");
  await expectNewestToast("Mouvement annulé");
  await waitFor(() => expect(findRow("Tiroir-caisse → Commandes")).toHaveTextContent("Autre commande"));
});

test("the report shows what was taken after the closing of the day", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  await shop.sql`
    insert into cash_closings (day, expected_amount, counted_amount, balances)
    values (current_date, 0, 0, '[]') on conflict do nothing`;
  await sell(shop.sql, await customer());
  await open("/admin/cash/report", { as: await administrator() });
  const tomorrow = formatDay(addDays(getToday(), 1));
  await screen.findByText(new RegExp(`Du .* au ${tomorrow}, par jour du livre`));
  expect(queryRows()[0]).toHaveTextContent(`${tomorrow}Au comptoir`);
});

test("a carrier takes parcels, and its settlement is matched; what differs is settled by hand", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const account = await customer();
  const [paid, short] = [await prepare(shop.sql, account), await prepare(shop.sql, account)];
  // An advance: the carrier collects the rest.
  await shop.sql`
    insert into cash_movements (from_account, to_account, amount, order_id) values ('order', 'drawer', 500, ${short.id})`;
  const { user } = await open("/admin/carriers", { as: await administrator() });
  await clickButton(user, "Ajouter un transporteur");
  const form = within(await findDialog("Nouveau transporteur"));
  await fillField(user, form.getByLabelText("Nom"), "Sahel Express");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Transporteur ajouté");

  await clickButton(user, "Remettre un colis");
  const parcel = within(await findDialog("Remettre un colis"));
  await fillField(user, parcel.getByLabelText("Numéro de la commande"), "ORD-0");
  await clickButton(user, "Enregistrer");
  expect(await parcel.findByRole("alert")).toHaveTextContent("La commande ORD-0 n'existe pas");
  await expectLoggedError(errors, /hand a parcel/);
  for (const { number } of [paid, short]) {
    await fillField(user, parcel.getByLabelText("Numéro de la commande"), number.toLowerCase());
    await fillField(user, parcel.getByLabelText("Numéro de suivi (facultatif)"), `SX-${number}`);
    await clickButton(user, "Enregistrer");
    await waitFor(() => expect(parcel.getByLabelText("Numéro de la commande")).toHaveValue(""));
  }
  await user.keyboard("{Escape}");
  await waitFor(() => expect(queryRows()).toHaveLength(2));
  expect(findRow(paid.number)).toHaveTextContent(formatXof(7000));
  expect(findRow(short.number)).toHaveTextContent(formatXof(6500));

  await clickButton(user, "Importer un relevé");
  const settlement = within(await findDialog("Importer un relevé"));
  const file = settlement.getByLabelText("Relevé (CSV)");
  await user.upload(file, new File(["Poids;Ville\n1;Kaya"], "poids.csv", { type: "text/csv" }));
  await waitFor(() => expect(file).toHaveAccessibleDescription(/« Numéro de suivi »/));
  const csv = `Suivi;Montant\nSX-${paid.number};7 000\nSX-${short.number};6 000\n`;
  await user.upload(file, new File([csv], "mars.csv", { type: "text/csv" }));
  await waitFor(() => expect(settlement.getByRole("status")).toHaveTextContent("2 lignes"));
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Relevé importé");
  await waitFor(() => expect(queryRows()).toHaveLength(1));
  expect(findRow(short.number)).toBeDefined();

  await clickButton(user, `Régler la ligne SX-${short.number}`);
  const row = within(await findDialog(`Régler la ligne SX-${short.number}`));
  await fillField(user, row.getByLabelText("Note"), "Frais retenus");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Ligne réglée");
  await screen.findByText("Aucun colis n'attend son règlement.");
  const orders = await shop.sql`select status from orders where id in ${shop.sql([paid.id, short.id])}`;
  expect(orders.map(({ status }) => status)).toEqual(["completed", "completed"]);
});
