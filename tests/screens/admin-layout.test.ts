/** The admin layout: its menu, its top bar, and the global search. */

import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { expectUrl, findTitle, getMenuLink } from "#tests/support/screens/admin-layout.ts";
import { queryRows } from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";

const field = () => screen.findByRole("combobox", { name: /^Rechercher produits/ });

test("the menu leads to each screen", async ({ open, administrator }) => {
  const { user, router } = await open("/admin/dashboard", { as: await administrator() });
  await findTitle("Tableau de bord");
  for (const [name, path] of [
    ["Journal", "audit"],
    ["E-mails", "mails"],
    ["Limites", "limits"],
    ["Sécurité", "security"],
    ["Commandes", "orders"],
    ["Produits", "products"],
    ["Catégories", "categories"],
    ["Marques", "brands"],
    ["Cotations", "quotes"],
    ["Clients", "users"],
    ["Techniciens", "technicians"],
    ["Messages", "messages"],
    ["Avis clients", "testimonials"],
    ["Avis produits", "reviews"],
    ["Paramètres", "settings"],
    ["Tableau de bord", "dashboard"],
  ] as const) {
    await user.click(getMenuLink(name));
    await findTitle(name);
    await expectUrl(router, `/admin/${path}`);
    expect(getMenuLink(name)).toHaveAttribute("aria-current", "page");
  }
});

test("the bell counts what customers have asked for, as far as the staff may answer", async ({
  open,
  shop,
  administrator,
  customer,
}) => {
  const account = await customer();
  const order = await createOrder(shop.sql, account, {
    lines: [{ product: await createProduct(shop.sql), quantity: 1 }],
  });
  await shop.sql`
    insert into order_returns (id, order_id, state, reason, opened_by)
    values (gen_random_uuid(), ${order.id}, 'requested', 'La lame est tordue', ${account.id})`;
  await shop.sql`insert into price_list_members (user_id, trade, state) values (${account.id}, 'Maçonne', 'requested')`;
  const { user, router } = await open("/admin/dashboard", { as: await administrator() });
  await user.click(await screen.findByRole("button", { name: /^En attente : \d+/ }));
  const links = within(await screen.findByRole("navigation", { name: /^En attente/ }));
  expect(links.getByRole("link", { name: /^Retours demandés/ })).toHaveTextContent(/1$/);
  await user.click(links.getByRole("link", { name: /^Tarifs pro demandés/ }));
  await findTitle("Tarifs pro");
  await expectUrl(router, "/admin/price-lists");
  expect(getMenuLink("Tarifs pro")).toHaveTextContent(/1/);
  await open("/admin/products", { as: await administrator("Ali", "stock") });
  expect(screen.queryByRole("link", { name: /^Tarifs pro/ })).toBeNull();
});

test("counts that could not be read are read again", async ({ open, shop, administrator, errors }) => {
  const mend = shop.network.fail(/\/rpc\/waiting_counts/);
  await open("/admin/dashboard", { as: await administrator() });
  await screen.findByRole("button", { name: "En attente" });
  await waitFor(() => expect(shop.network.listRequests(/\/rpc\/waiting_counts/)).not.toEqual([]));
  mend();
  await screen.findByRole("button", { name: /^En attente : \d+/ });
  await expectLoggedError(errors, /the pending counts could not be loaded/);
});

test("an open screen follows the role of whoever has it open", async ({ open, shop, administrator }) => {
  const account = await administrator("Rasmané Zida", "sales");
  await open("/admin/dashboard", { as: account });
  await findTitle("Tableau de bord");
  expect(screen.queryByRole("link", { name: "Produits" })).toBeNull();
  await shop.sql`update admin_users set role = 'manager' where id = ${account.id}`;
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.findAllByRole("link", { name: "Produits" });
  await shop.sql`delete from admin_users where id = ${account.id}`;
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.findByText("Espace réservé aux administrateurs");
});

test("the links of the top bar lead to their screens", async ({ open, administrator }) => {
  const { user, router } = await open("/admin/dashboard", { as: await administrator() });
  const links = within(await screen.findByRole("navigation", { name: "Raccourcis" }));
  expect(links.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Accueil",
    "Commandes",
    "Produits",
    "Clients",
  ]);
  for (const [name, path] of [
    ["Commandes", "orders"],
    ["Produits", "products"],
    ["Clients", "users"],
    ["Accueil", "dashboard"],
  ] as const) {
    await user.click(links.getByRole("link", { name }));
    await expectUrl(router, `/admin/${path}`);
    await waitFor(() => expect(links.getByRole("link", { name })).toHaveAttribute("aria-current", "page"));
  }
});

test("products, orders, customers and technicians are found, each in its group", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const product = await createProduct(shop.sql, { name: "Scie sauteuse d'essai", stock: 9 });
  const account = await customer();
  const order = await createOrder(shop.sql, account, { lines: [{ product, quantity: 1 }] });
  const [technician = { id: "", name: "" }] = await shop.sql<{ id: string; name: string }[]>`
    select id, name from technician_profiles order by name limit 1`;
  const { user, router } = await open("/admin/dashboard", { as: await administrator() });
  await user.click(await field());
  for (const [text, kind, title, address] of [
    [product.name, "Produits", product.name, `/admin/products/edit/${product.id}`],
    [order.number, "Commandes", order.number, `/admin/orders?search=${order.number}`],
    ["76 54 32 10", "Commandes", order.number, `/admin/orders?search=${order.number}`],
    [
      technician.name.split(" ").reverse().join(" "),
      "Techniciens",
      technician.name,
      `/admin/technicians/edit/${technician.id}`,
    ],
    [account.email, "Clients", "Fatou Sawadogo", `/admin/users?search=${encodeURIComponent(account.email)}`],
  ] as const) {
    await fillField(user, await field(), text);
    await waitFor(() => {
      const group = within(screen.getByRole("listbox", { name: "Résultats" })).getByRole("group", {
        name: kind,
      });
      const [hit] = within(group).getAllByRole("option", { name: new RegExp(title) });
      expect(hit).toHaveAttribute("href", address);
    });
  }
  await user.click(screen.getByRole("option", { name: /^Fatou/ }));
  await expectUrl(router, `/admin/users?search=${encodeURIComponent(account.email)}`);
  await waitFor(() => expect(queryRows()).toHaveLength(1));
  expect(queryRows()[0]).toHaveTextContent("Fatou Sawadogo");
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("the keyboard moves through the results, selects one and closes the list", async ({
  open,
  shop,
  administrator,
}) => {
  await createProduct(shop.sql, { name: "Xylofraise un" });
  await createProduct(shop.sql, { name: "Xylofraise deux" });
  const { user, router } = await open("/admin/dashboard", { as: await administrator() });
  await user.click(await field());
  await user.keyboard("xylofraise");
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(2));
  const chosen = () => screen.queryByRole("option", { selected: true });
  await user.keyboard("{ArrowDown}");
  expect(chosen()).toBe(screen.getAllByRole("option")[0]);
  expect(await field()).toHaveAttribute("aria-activedescendant", chosen()?.id);
  await user.keyboard("{ArrowUp}");
  expect(chosen()).toBeNull();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("option")).toBeNull();
  expect(await field()).toHaveValue("xylofraise");
  await user.keyboard("{ArrowDown}");
  const address = chosen()?.getAttribute("href") ?? "no option is chosen";
  expect(address).toMatch(/^\/admin\/products\/edit\//);
  await user.keyboard("{Enter}");
  await expectUrl(router, address);
});

test("no result and a failure are announced", async ({ open, shop, administrator, errors }) => {
  const { user } = await open("/admin/dashboard", { as: await administrator() });
  await user.click(await field());
  const status = document.querySelector("header [role=status]");
  await fillField(user, await field(), "zzqqxxyy");
  await waitFor(() => expect(status).toHaveTextContent("Aucun résultat."));
  shop.network.fail(/\/rpc\/search_customers/);
  await fillField(user, await field(), "zzqqxxy");
  await waitFor(() => expect(status).toHaveTextContent("La recherche a échoué. Réessayez."));
  await user.clear(await field());
  await waitFor(() => expect(status).toBeEmptyDOMElement());
  await expectLoggedError(errors, /the search failed/);
});
