/** Admin customers: searched, sorted and paged in the database, with all parameters in the URL. */
import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { expectUrl, findTitle } from "#tests/support/screens/admin-layout.ts";
import { clickButton, expectRows, queryRows } from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  formatXof,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";

test("an account is found by name, e-mail or number, with its real last sign-in", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const account = await administrator();
  const buyer = await customer();
  await shop.sql`update profiles set first_name = 'Rasmata', phone = '+22670009988' where id = ${buyer.id}`;
  const { user, router } = await open("/admin/users", { as: account });
  await findTitle("Clients");
  const search = await screen.findByRole("searchbox", { name: "Rechercher un client" });
  await waitFor(() => expect(queryRows().length).toBeGreaterThan(1));
  for (const text of ["rasmata sawadogo", buyer.email, "70 00 99 88"]) {
    await fillField(user, search, text);
    await expectUrl(router, `/admin/users?${new URLSearchParams({ search: text })}`);
    await expectRows("Rasmata Sawadogo");
  }
  const cells = () => [...(queryRows()[0]?.children ?? [])].map(({ textContent }) => textContent);
  expect(cells()).toEqual([
    `Rasmata Sawadogo${buyer.id.slice(0, 8)}`,
    `${buyer.email}+226 70 00 99 88`,
    "0 commande",
    expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
    "Jamais",
    "De confiance",
  ]);
  await shop.signIn(buyer);
  const again = await open("/admin/users?search=70+00+99+88");
  await expectRows("Rasmata Sawadogo");
  expect(cells()[4]).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  const found = screen.getByRole("searchbox", { name: "Rechercher un client" });
  expect(found).toHaveValue("70 00 99 88");
  await fillField(again.user, found, "z");
  await screen.findByText("Saisissez au moins deux lettres pour chercher.");
  await fillField(again.user, found, "zzqqxx");
  await screen.findByText("Aucun client ne correspond à cette recherche.");
  await again.user.click(screen.getByRole("link", { name: "Effacer" }));
  await expectUrl(again.router, "/admin/users");
  await waitFor(() => expect(found).toHaveValue(""));
});

test("a customer is trusted by one tick, which is undone by another, and the journal names who did it", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const buyer = await customer();
  const { user } = await open(`/admin/users?search=${encodeURIComponent(buyer.email)}`, {
    as: await administrator("Awa Traoré"),
  });
  const box = () => screen.findByRole("checkbox", { name: "Client de confiance : Fatou Sawadogo" });
  for (const isTrusted of [true, false]) {
    await user.click(await box());
    await expectNewestToast(isTrusted ? "Client de confiance" : "Client ordinaire");
    await waitFor(async () => expect(await box()).toHaveProperty("checked", isTrusted));
    expect([...(await shop.sql`select is_trusted from profiles where id = ${buyer.id}`)]).toEqual([
      { is_trusted: isTrusted },
    ]);
  }
  const entries = await shop.sql`
    select actor_name, before, after from audit_log where row_id = ${buyer.id} order by id`;
  expect([...entries]).toEqual([
    { actor_name: "Awa Traoré", before: { is_trusted: false }, after: { is_trusted: true } },
    { actor_name: "Awa Traoré", before: { is_trusted: true }, after: { is_trusted: false } },
  ]);
});

test("a customer shows their orders and their total, and the team's note, which nobody overwrites unread", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const buyer = await customer();
  const product = await createProduct(shop.sql, { price: 12_500, stock: 40 });
  const lines = [{ product, quantity: 1 }];
  const order = await createOrder(shop.sql, buyer, { lines });
  await createOrder(shop.sql, buyer, { lines, status: "cancelled", cancellation_reason: "Injoignable" });
  await shop.sql`update orders set credited_amount = 2500 where id = ${order.id}`;
  await shop.sql`update profiles set phone = '70 00 99 87' where id = ${buyer.id}`;
  const { user, router } = await open(`/admin/users?search=${encodeURIComponent(buyer.email)}`, {
    as: await administrator(),
  });
  const total = formatXof(order.total_amount - 2500);
  await waitFor(() =>
    expect(queryRows()[0]?.textContent.replace(/\s/g, " ")).toContain(`2 commandes${total}`),
  );
  expect(screen.getByRole("link", { name: "+226 70 00 99 87" })).toHaveAttribute("href", "tel:+22670009987");
  await user.click(screen.getByRole("link", { name: "Fatou Sawadogo" }));
  await expectUrl(router, `/admin/users/${buyer.id}`);
  const orders = await screen.findByRole("table", { name: "Ses dernières commandes" });
  expect(within(orders).getAllByRole("row")).toHaveLength(3);
  expect(orders.textContent.replace(/\s/g, " ")).toContain(total);
  expect(screen.getByRole("link", { name: "Tout voir" })).toHaveAttribute(
    "href",
    `/admin/orders?customer=${buyer.id}`,
  );
  const note = screen.getByRole("textbox", { name: /^Note/ });
  await fillField(user, note, "Paie toujours, rappeler le soir");
  await clickButton(user, "Enregistrer la note");
  await expectNewestToast("Note enregistrée");
  const stored = () => shop.sql`select note from customer_notes where customer_id = ${buyer.id}`;
  expect([...(await stored())]).toEqual([{ note: "Paie toujours, rappeler le soir" }]);

  await shop.sql`update customer_notes set note = 'Ne paie plus' where customer_id = ${buyer.id}`;
  await fillField(user, note, "Autre chose");
  await clickButton(user, "Enregistrer la note");
  const conflict = await screen.findByText(/^Quelqu'un d'autre a enregistré cette note/);
  expect(conflict.parentElement).toHaveTextContent("Ne paie plus");
  expect([...(await stored())]).toEqual([{ note: "Ne paie plus" }]);
  await clickButton(user, "Garder les miennes");
  await clickButton(user, "Enregistrer la note");
  await waitFor(async () => expect([...(await stored())]).toEqual([{ note: "Autre chose" }]));
});

test("the list is paged and sorted by its URL", async ({ open, shop, administrator }) => {
  await shop.sql`
    insert into auth.users (id, email, created_at)
    select gen_random_uuid(), 'page-' || to_char(n, 'FM00') || '-liste@exemple.bf', now() from generate_series(1, 30) n`;
  await shop.sql`
    update profiles set created_at = now() + substr(email, 6, 2)::int * interval '1 second' where email like '%-liste@exemple.bf'`;
  const { user, router } = await open("/admin/users?search=-liste", { as: await administrator() });
  const pages = () => screen.findByRole("navigation", { name: "Pages" });
  await waitFor(() => expect(queryRows()).toHaveLength(25));
  expect(await pages()).toHaveTextContent("1 à 25 sur 30");
  // The default order is newest first.
  expect(queryRows()[0]).toHaveTextContent("page-30-");
  const head = () => screen.getByRole("columnheader", { name: "Email" });
  await user.click(within(head()).getByRole("link"));
  await waitFor(() => expect(queryRows()[0]).toHaveTextContent("page-01-"));
  expect(head()).toHaveAttribute("aria-sort", "ascending");
  await user.click(within(await pages()).getByRole("link", { name: "Suivant" }));
  await waitFor(() => expect(queryRows()).toHaveLength(5));
  expect(await pages()).toHaveTextContent("26 à 30 sur 30");
  expect(queryRows()[4]).toHaveTextContent("page-30-");
  await expectUrl(router, "/admin/users?search=-liste&sort=email&page=2");
  await user.click(within(head()).getByRole("link"));
  await expectUrl(router, "/admin/users?search=-liste&sort=-email");
  await waitFor(() => expect(queryRows()[0]).toHaveTextContent("page-30-"));
  // A page after the last one is the last one.
  await router.navigate("/admin/users?search=-liste&page=99");
  await expectUrl(router, "/admin/users?search=-liste&page=2");
  expect(await pages()).toHaveTextContent("26 à 30 sur 30");
});

test("a failed read of the list is reported and can be retried", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const restore = shop.network.fail(/\/rest\/v1\/customers\?/);
  const { user } = await open("/admin/users", { as: await administrator() });
  await expectNewestErrorToast("Erreur", "Impossible de charger les utilisateurs");
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("alert")).toHaveTextContent("Impossible de charger les utilisateurs");
  restore();
  await clickButton(user, "Réessayer", main.getByRole("alert"));
  await screen.findByRole("table", { name: "Les clients" });
  await expectLoggedError(errors, /load customers/);
});
