/** Admin audit log: administrators' changes are listed, filtered and linked to their rows. */
import { createProduct } from "#tests/support/products.ts";
import { expectUrl } from "#tests/support/screens/admin-layout.ts";
import { clickButton, expectRows, queryRows } from "#tests/support/screens/admin-lists.ts";
import {
  type Account,
  expect,
  expectLoggedError,
  fillField,
  formatXof,
  type Shop,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast } from "#tests/support/screens/toasts.ts";

/** Sends API requests as this administrator: the audit log records only administrators' changes. */
async function writeAs(shop: Shop, account: Account) {
  const { access_token }: { access_token: string } = JSON.parse(await shop.signIn(account));
  return async (method: string, path: string, body?: object) => {
    const response = await shop.network.fetch(`${window.location.origin}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: shop.anonKey,
        authorization: `Bearer ${access_token}`,
        "content-type": "application/json",
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
  };
}

test("a change shows its author, its action, its time and the previous values, and links to its row", async ({
  open,
  shop,
  administrator,
}) => {
  const account = await administrator("Rasmata Ilboudo");
  const write = await writeAs(shop, account);
  const wanted = await createProduct(shop.sql, { price: 12_500, stock: 4 });
  const [category] = await shop.sql<{ id: string }[]>`select id from categories where name = 'Plomberie'`;
  await write("POST", "categories", { name: "Jardin d'essai", slug: "jardin-d-essai" });
  await write("DELETE", "categories?slug=eq.jardin-d-essai");
  await write("PATCH", `products?id=eq.${wanted.id}`, {
    price: 11_000,
    stock: 40,
    category_id: category?.id,
    is_new: true,
    reference: "REF-1",
    description: "Très solide",
  });
  await write("POST", "product_images", {
    product_id: wanted.id,
    image_url: "/pictures/perceuse-1-640.jpg",
    is_primary: true,
  });
  const { user, router } = await open(`/admin/audit?actor=${account.id}`, { as: account });
  await expectRows("Image de produit", "Produit", "Catégorie", "Catégorie");
  const [imageRow, changed, deleted, made] = queryRows();
  if (!imageRow || !changed || !deleted || !made) throw new Error("no rows");
  for (const row of queryRows()) {
    expect(row).toHaveTextContent("Rasmata Ilboudo");
    expect(row).toHaveTextContent(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
  }
  expect(made).toHaveTextContent(/Jardin d'essai.*Ajout.*Nom : .*Jardin d'essai.*Adresse de la page/);
  expect(deleted).toHaveTextContent(/Jardin d'essai.*Suppression/);
  expect(within(deleted).queryByRole("link", { name: "Jardin d'essai" })).toBeNull();
  expect(changed).toHaveTextContent("Modification");
  expect(changed.querySelector("del")).toHaveTextContent(formatXof(12_500));
  expect(changed.querySelectorAll("ins")[2]).toHaveTextContent(formatXof(11_000));
  expect(changed).toHaveTextContent(/Catégorie : .*Plomberie/);
  expect(within(imageRow).getByRole("link", { name: wanted.name })).toBeVisible();
  expect(imageRow).toHaveTextContent(
    /Image ajoutée.*Image : .*perceuse-1-640\.jpg.*Image principale : .*Oui/,
  );
  expect(imageRow.querySelector("img")).toHaveAttribute("src", expect.stringContaining("perceuse-1"));
  for (const row of queryRows()) expect(row).not.toHaveTextContent("/pictures/");
  const folded = within(changed).getByText("2 autres champs").closest("details");
  expect(folded).not.toHaveAttribute("open");
  expect(folded).toHaveTextContent("Description : , après : Très solide");
  expect(within(changed).getByRole("link", { name: wanted.name })).toHaveAttribute(
    "href",
    `/admin/products/edit/${wanted.id}`,
  );
  await user.click(within(changed).getByRole("link", { name: `Historique : ${wanted.name}` }));
  await expectUrl(router, `/admin/audit?actor=${account.id}&row=${wanted.id}`);
  await expectRows("Image de produit", "Produit");
});

test("the audit log is filtered by person, table and day, and paged, in the URL", async ({
  open,
  shop,
  administrator,
}) => {
  const account = await administrator("Issa Kaboré");
  await shop.sql`
    insert into audit_log (at, actor_id, actor_name, action, table_name, row_id, what, before, after)
    select timestamptz '2024-03-15 12:00Z' - n * interval '1 hour', ${account.id}, 'Issa', 'update',
      case when n = 1 then 'shop_settings' else 'brands' end, case when n > 1 then gen_random_uuid() end, 'Marque ' || n, '{"name": "a"}', '{"name": "b"}'
    from generate_series(1, 30) n`;
  const { user, router } = await open("/admin/audit", { as: account });
  const address = `/admin/audit?actor=${account.id}`;
  const pages = () => screen.findByRole("navigation", { name: "Pages" });
  const [person, table] = [await screen.findByLabelText("Administrateur"), screen.getByLabelText("Objet")];
  await user.selectOptions(person, account.id);
  await expectUrl(router, address);
  await waitFor(() => expect(queryRows()[0]).toHaveTextContent("Marque 1"));
  expect(await pages()).toHaveTextContent("1 à 25");
  expect(screen.getByRole("link", { name: "Marque 1" })).toHaveAttribute("href", "/admin/settings");
  await user.click(within(await pages()).getByRole("link", { name: "Suivant" }));
  await waitFor(() => expect(queryRows()).toHaveLength(5));
  expect(await pages()).toHaveTextContent("26 à 30");
  await user.selectOptions(table, "Paramètres");
  await expectUrl(router, `${address}&table=shop_settings`);
  await expectRows("Marque 1");
  await user.selectOptions(table, "Marque");
  await fillField(user, screen.getByLabelText("Du"), "2024-03-15");
  await expectUrl(router, `${address}&table=brands&from=2024-03-15`);
  await waitFor(() => expect(queryRows()).toHaveLength(11));
  await fillField(user, screen.getByLabelText("Au"), "2024-03-14");
  await screen.findByText("Aucun changement ne correspond à ces critères.");
  await fillField(user, screen.getByLabelText("Du"), "2024-03-14");
  await waitFor(() => expect(queryRows()).toHaveLength(18));
  await user.click(screen.getByRole("link", { name: "Effacer" }));
  await expectUrl(router, "/admin/audit");
  await waitFor(() => expect(table).toHaveValue(""));
});

test("a failed read of the audit log is reported; without names it is still shown; an empty one says so", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const account = await administrator();
  const write = await writeAs(shop, account);
  await write("POST", "brands", { name: "Marque d'essai" });
  const restore = shop.network.fail(/\/rest\/v1\/audit_log/);
  shop.network.fail(/\/rest\/v1\/categories/);
  const { user } = await open("/admin/audit", { as: account });
  await expectNewestErrorToast("Erreur", "Impossible de charger le journal");
  restore();
  await clickButton(user, "Réessayer", screen.getByRole("main"));
  await screen.findByRole("table", { name: "Le journal" });
  expect(queryRows()[0]).toHaveTextContent("Marque d'essai");
  shop.network.respond(/\/rest\/v1\/audit_log/, () => Response.json([]));
  await open("/admin/audit");
  await screen.findByText("Aucun changement pour le moment.");
  await expectLoggedError(errors, /load changes/);
  await expectLoggedError(errors, /load names/);
});
