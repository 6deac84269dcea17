/** «Journal»: what administrators changed is read, found and followed to where it is. */
import { createProduct } from "../support/products.ts";
import { expectAddress } from "./support/admin-frame.ts";
import { expectFailure, expectRows, listRows, press } from "./support/admin-lists.ts";
import {
  type Account,
  expect,
  expectLogged,
  fill,
  francs,
  type Shop,
  screen,
  test,
  waitFor,
  within,
} from "./support/screen.ts";

/** Asks the API as this administrator: only what comes from one is told in the journal. */
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

test("a change tells who, what and when, with what stood there before, and leads to its row", async ({
  open,
  shop,
  administrator,
}) => {
  const account = await administrator("Rasmata Ilboudo");
  const write = await writeAs(shop, account);
  const wanted = await createProduct(shop.sql, { price: 12_500, stock: 4 });
  const [family] = await shop.sql<{ id: string }[]>`select id from categories where name = 'Plomberie'`;
  await write("POST", "categories", { name: "Jardin d'essai", slug: "jardin-d-essai" });
  await write("DELETE", "categories?slug=eq.jardin-d-essai");
  await write("PATCH", `products?id=eq.${wanted.id}`, {
    price: 11_000,
    stock: 40,
    category_id: family?.id,
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
  const [pictured, changed, deleted, made] = listRows();
  if (!pictured || !changed || !deleted || !made) throw new Error("no rows");
  for (const row of listRows()) {
    expect(row).toHaveTextContent("Rasmata Ilboudo");
    expect(row).toHaveTextContent(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
  }
  expect(made).toHaveTextContent(/Jardin d'essai.*Ajout.*Nom : .*Jardin d'essai.*Adresse de la page/);
  expect(deleted).toHaveTextContent(/Jardin d'essai.*Suppression/);
  expect(within(deleted).queryByRole("link", { name: "Jardin d'essai" })).toBeNull();
  expect(changed).toHaveTextContent("Modification");
  expect(changed.querySelector("del")).toHaveTextContent(francs(12_500));
  expect(changed.querySelectorAll("ins")[2]).toHaveTextContent(francs(11_000));
  expect(changed).toHaveTextContent(/Catégorie : .*Plomberie/);
  expect(within(pictured).getByRole("link", { name: wanted.name })).toBeVisible();
  expect(pictured).toHaveTextContent(
    /Image ajoutée.*Image : .*perceuse-1-640\.jpg.*Image principale : .*Oui/,
  );
  expect(pictured.querySelector("img")).toHaveAttribute("src", expect.stringContaining("perceuse-1"));
  for (const row of listRows()) expect(row).not.toHaveTextContent("/pictures/");
  const folded = within(changed).getByText("2 autres champs").closest("details");
  expect(folded).not.toHaveAttribute("open");
  expect(folded).toHaveTextContent("Description : , après : Très solide");
  expect(within(changed).getByRole("link", { name: wanted.name })).toHaveAttribute(
    "href",
    `/admin/products/edit/${wanted.id}`,
  );
  await user.click(within(changed).getByRole("link", { name: `Historique : ${wanted.name}` }));
  await expectAddress(router, `/admin/audit?actor=${account.id}&row=${wanted.id}`);
  await expectRows("Image de produit", "Produit");
});

test("the journal is filtered by person, table and day, and paged, in the address", async ({
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
  await expectAddress(router, address);
  await waitFor(() => expect(listRows()[0]).toHaveTextContent("Marque 1"));
  expect(await pages()).toHaveTextContent("1 à 25");
  expect(screen.getByRole("link", { name: "Marque 1" })).toHaveAttribute("href", "/admin/settings");
  await user.click(within(await pages()).getByRole("link", { name: "Suivant" }));
  await waitFor(() => expect(listRows()).toHaveLength(5));
  expect(await pages()).toHaveTextContent("26 à 30");
  await user.selectOptions(table, "Paramètres");
  await expectAddress(router, `${address}&table=shop_settings`);
  await expectRows("Marque 1");
  await user.selectOptions(table, "Marque");
  await fill(user, screen.getByLabelText("Du"), "2024-03-15");
  await expectAddress(router, `${address}&table=brands&from=2024-03-15`);
  await waitFor(() => expect(listRows()).toHaveLength(11));
  await fill(user, screen.getByLabelText("Au"), "2024-03-14");
  await screen.findByText("Aucun changement ne correspond à ces critères.");
  await fill(user, screen.getByLabelText("Du"), "2024-03-14");
  await waitFor(() => expect(listRows()).toHaveLength(18));
  await user.click(screen.getByRole("link", { name: "Effacer" }));
  await expectAddress(router, "/admin/audit");
  await waitFor(() => expect(table).toHaveValue(""));
});

test("a journal that cannot be read says so; without names it is still read; an empty one says so, too", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const account = await administrator();
  const write = await writeAs(shop, account);
  await write("POST", "brands", { name: "Marque d'essai" });
  const mend = shop.network.fail(/\/rest\/v1\/audit_log/);
  shop.network.fail(/\/rest\/v1\/categories/);
  const { user } = await open("/admin/audit", { as: account });
  await expectFailure("Erreur", "Impossible de charger le journal");
  mend();
  await press(user, "Réessayer", screen.getByRole("main"));
  await screen.findByRole("table", { name: "Le journal" });
  expect(listRows()[0]).toHaveTextContent("Marque d'essai");
  shop.network.answer(/\/rest\/v1\/audit_log/, () => Response.json([]));
  await open("/admin/audit");
  await screen.findByText("Aucun changement pour le moment.");
  await expectLogged(errors, /load changes/);
  await expectLogged(errors, /load names/);
});
