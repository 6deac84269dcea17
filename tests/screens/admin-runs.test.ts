/** Admin runs: planned from the orders of a day, sent out, followed, and printed. */
import { createProduct } from "#tests/support/products.ts";
import { createPreparedOrder, sendOutOrders } from "#tests/support/runs.ts";
import { clickButton, findDialog, findRow } from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  getCurrentPath,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestToast } from "#tests/support/screens/toasts.ts";

const listStops = () =>
  within(screen.getByRole("region", { name: /^Arrêts/ }))
    .getAllByRole("listitem")
    .map((item) => /ORD-\d+/.exec(item.textContent)?.[0]);

test("orders of a day become a run, which is changed, sent out and followed", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  await shop.sql`update orders set status = 'cancelled', cancellation_reason = 'Test' where status = 'processing'`;
  const issa = await administrator("Issa Ouédraogo", "courier");
  const owner = await administrator();
  const awa = await customer();
  const product = await createProduct(shop.sql, { price: 5000, stock: 100 });
  const orders = [];
  const cancelled = await createPreparedOrder(shop.sql, awa, product);
  for (let index = 0; index < 3; index++) orders.push(await createPreparedOrder(shop.sql, awa, product));
  const numbers = orders.map(({ number }) => number);
  const [first, second, third] = numbers;
  // Two steps of half a metre.
  await shop.sql`
    update order_items set sold_by = '{"unit": "metre", "step_size": 0.5}' where order_id = ${orders[1]?.id ?? ""}`;

  const { user, router } = await open("/admin/runs", { as: owner });
  const [add] = await screen.findAllByRole("link", { name: "Nouvelle tournée" });
  if (!add) throw new Error("No run can be added.");
  await user.click(add);
  await fillField(user, await screen.findByLabelText("Nom de la tournée"), "Ouaga Sud");
  await clickButton(user, "Tout ajouter : Sans zone");
  expect(listStops()).toEqual([cancelled.number, ...numbers]);
  await clickButton(user, `Plus tôt : ${second}`);
  await clickButton(user, `Retirer : ${third}`);
  expect(listStops()).toEqual([cancelled.number, second, first]);
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Tournée enregistrée");
  await waitFor(() => expect(getCurrentPath()).toMatch(/^\/admin\/runs\/[\da-f-]{36}/));
  expect(await screen.findByRole("button", { name: "Lancer la tournée" })).toBeDisabled();
  // What the desk cancels, and what customers pay, is not to be collected any more.
  await shop.sql`update orders set status = 'cancelled', cancellation_reason = 'Essai' where id = ${cancelled.id}`;
  await router.revalidate();
  await waitFor(() => expect(listStops()).toEqual([second, first]));
  expect(screen.getByRole("button", { name: "Enregistrer" })).toBeDisabled();
  await shop.sql`
    insert into cash_movements (from_account, to_account, amount, order_id) values ('order', 'drawer', 500, ${orders[1]?.id ?? ""})`;
  await router.revalidate();
  await screen.findByText(/^11\s500\s+XOF$/);
  await clickButton(user, `Ajouter : ${third}`);
  await user.selectOptions(screen.getByLabelText(/^Livreur/), "Issa Ouédraogo");

  // Somebody else takes the third order meanwhile.
  const other = await sendOutOrders(shop.sql, issa, orders.slice(2), "Ouaga Nord");
  await clickButton(user, "Enregistrer");
  await expectLoggedError(errors, /enregistrer la tournée/);
  await expectNewestToast(`La commande ${third} est déjà en route`);
  await clickButton(user, `Retirer : ${third}`);
  await clickButton(user, `Plus tôt : ${first}`);
  await waitFor(() => expect(screen.getByRole("button", { name: "Lancer la tournée" })).toBeEnabled());
  await clickButton(user, "Lancer la tournée");
  const confirmation = within(await findDialog("Lancer la tournée ?"));
  expect(confirmation.getByText(/2 commandes partent avec Issa Ouédraogo.*23\s500\s+XOF/)).toBeVisible();
  await user.click(confirmation.getByRole("button", { name: "Lancer" }));
  await expectNewestToast("Tournée lancée");
  expect(await screen.findByText("En route")).toBeVisible();

  await clickButton(user, `Retirer : ${first}`);
  await user.click(
    within(await findDialog("Retirer la commande de la tournée ?")).getByRole("button", { name: "Retirer" }),
  );
  await expectNewestToast("Commande retirée");
  expect(await screen.findByRole("heading", { name: "Arrêts (1 sur 2 faits)" })).toBeVisible();
  const [taken] = await shop.sql`select stage from orders where number = ${first ?? ""}`;
  expect(taken?.stage).toBe("prepared");
  expect(screen.getByText("Retirée")).toBeVisible();
  await shop.sql`update orders set status = 'completed' where number = ${first ?? ""}`;
  await router.revalidate();
  expect(await screen.findByText("Livrée")).toBeVisible();

  const id = /[\da-f-]{36}/.exec(getCurrentPath())?.[0];
  await open(`/admin/runs/${id}/sheet?paper=receipt`, { as: owner });
  const sheet = within(await screen.findByRole("article", { name: "Feuille de tournée" }));
  expect(sheet.getByRole("img", { name: `Code-barres ${second}` })).toBeVisible();
  expect(sheet.queryByRole("img", { name: `Code-barres ${first}` })).toBeNull();
  expect(sheet.getByText("1 m :")).toBeVisible();
  // The place that the courier's phone shows.
  expect(sheet.getByText(/^2\. Fatou/)).toBeVisible();
  expect(document.body.textContent.toLowerCase()).not.toContain("facture");

  await shop.sql`
    insert into order_events (id, order_id, kind, at, actor_id, conflict)
    select gen_random_uuid(), s.order_id, 'delivered', now(), ${issa.id}, 'Le code du client est faux'
    from run_stops s where s.run_id = ${other}`;
  await open("/admin/runs", { as: owner });
  await waitFor(() => expect(findRow("Ouaga Nord")).toHaveTextContent(/En route.*1 conflit/));
  expect(findRow("Ouaga Sud")).toHaveTextContent("1 sur 2");
  await shop.sql`
    insert into cash_movements (from_account, to_account, amount, order_id, run_id, courier_id)
    select 'order', m.account, m.amount, s.order_id, s.run_id, m.courier
    from run_stops s, (values ('courier', 7000, ${issa.id}::uuid), ('mobile_money', 2000, null)) m (account, amount, courier)
    where s.run_id = ${other}`;
  await open(`/admin/runs/${other}`, { as: owner });
  const conflict = await screen.findByText(/1 résultat est en conflit/);
  expect(within(conflict).getByRole("link", { name: /^ORD-/ })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/admin\/orders\/.{36}$/),
  );
  expect(screen.getByText("Le code du client est faux")).toBeVisible();
  expect(
    screen.getByText(/^3\s000\s+XOF à encaisser · 7\s000\s+XOF en espèces · 2\s000\s+XOF par mobile money$/),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "Clôturer à la caisse" })).toHaveAttribute("href", "/admin/cash");

  // Who sends out tomorrow's run is told that its customers hear of it now.
  const [tomorrow] = await shop.sql<{ id: string }[]>`
    with run as (
      insert into runs (day, name, courier_id, courier_name)
      values ((now() at time zone 'UTC')::date + 1, 'Demain', ${issa.id}, 'Issa Ouédraogo') returning id
    )
    insert into run_stops (run_id, order_id, position) select id, ${orders[0]?.id ?? ""}, 1 from run returning run_id as id`;
  await open(`/admin/runs/${tomorrow?.id}`, { as: owner });
  // What somebody else has saved meanwhile is not written over.
  await fillField(user, await screen.findByLabelText("Nom de la tournée"), "Demain matin");
  await shop.sql`update runs set updated_at = clock_timestamp() where id = ${tomorrow?.id ?? ""}`;
  await clickButton(user, "Enregistrer");
  await screen.findByText(/modifiée entre-temps\. Vos changements ne peuvent plus être enregistrés/);
  await expectLoggedError(errors, /enregistrer la tournée/);
  await open(`/admin/runs/${tomorrow?.id}`, { as: owner });
  await clickButton(user, "Lancer la tournée");
  expect(await findDialog("Lancer la tournée ?")).toHaveTextContent(
    /Elle est prévue le .* apprennent maintenant/,
  );

  // The history of the order has the photo of its delivery.
  await shop.sql`
    insert into storage.objects (bucket_id, name)
    select 'delivery-proofs', e.order_id || '/' || e.id || '.jpg'
    from order_events e join run_stops s on s.order_id = e.order_id and s.run_id = ${other} where e.kind = 'delivered'`;
  await open(`/admin/orders/${orders[2]?.id}`, { as: owner });
  expect(await screen.findByRole("button", { name: `Photo de ${third}` })).toBeVisible();
});

test("the proof of a delivery is a setting, and a run that does not exist says so", async ({
  open,
  shop,
  administrator,
}) => {
  const { user } = await open("/admin/runs?day=2027-03-01", { as: await administrator() });
  expect(await screen.findByText(/Aucune tournée ce jour/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Preuve de livraison"), "Photo");
  await expectNewestToast("Preuve de livraison");
  expect(await screen.findByText(/Le livreur photographie la livraison/)).toBeVisible();
  const [settings] = await shop.sql`select delivery_proof from order_settings`;
  expect(settings?.delivery_proof).toBe("photo");
  await open("/admin/runs/00000000-0000-4000-8000-000000000000");
  expect(await screen.findByText("Cette tournée n'existe pas ou plus.")).toBeVisible();
});
