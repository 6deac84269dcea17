/** A day in the admin, step by step: each task ends in the database and in the audit log. */
import type { UserEvent } from "@testing-library/user-event";
import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { getMenuLink } from "#tests/support/screens/admin-layout.ts";
import { clickButton, queryRows } from "#tests/support/screens/admin-lists.ts";
import { completeOrder } from "#tests/support/screens/admin-orders.ts";
import {
  expect,
  fillField,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestToast } from "#tests/support/screens/toasts.ts";

/** Searches the list and returns its rows once there are this many. */
async function searchList(user: UserEvent, label: string, uniqueWord: string, count: number): Promise<void> {
  await fillField(user, await screen.findByRole("searchbox", { name: label }), uniqueWord);
  await waitFor(() => expect(new URLSearchParams(window.location.search).get("search")).toBe(uniqueWord));
  // The collapsed details of a row are a row, too.
  await waitFor(() => expect(queryRows().filter((row) => !row.hidden)).toHaveLength(count));
}

/** Opens the audit log by the menu and counts the entries with this text. */
async function expectAuditEntries(
  user: UserEvent,
  entries: readonly (readonly [RegExp, number])[],
): Promise<void> {
  await user.click(getMenuLink("Journal"));
  await screen.findByRole("table", { name: "Le journal" });
  const texts = queryRows().map(({ textContent }) => textContent);
  const counts = entries.map(([entry]) => [entry, texts.filter((text) => entry.test(text)).length]);
  expect(counts).toEqual(entries);
}

test("a delivery restocks the shop by a CSV file", async ({ open, shop, administrator }) => {
  const { sql } = shop;
  await createProduct(sql, { name: "Scie d'arrivage", reference: "SCI-JOUR", stock: 3 });
  await createProduct(sql, { name: "Perceuse d'arrivage", reference: "PER-JOUR", stock: 0 });
  const { user } = await open("/admin/products/import", { as: await administrator() });
  const text = "reference;stock\nSCI-JOUR;40\nPER-JOUR;30\n";
  const file = new window.File([text], "arrivage.csv", { type: "text/csv" });
  await user.upload(await screen.findByLabelText(/^Fichier CSV/), file);
  await clickButton(user, "Importer 2 produits");
  await expectNewestToast("2 produits modifiés");
  const stocks = await sql`select stock from products where reference like '%-JOUR' order by reference desc`;
  expect([...stocks]).toEqual([{ stock: 40 }, { stock: 30 }]);
  await expectAuditEntries(user, [
    [/^ProduitScie d'arrivage.*Modification.*Stock : avant : 3.*après : 40/, 1],
    [/^ProduitPerceuse d'arrivage.*Modification.*Stock : avant : 0.*après : 30/, 1],
  ]);
});

test("orders are processed, and a cancelled one restores its stock", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const saw = await createProduct(shop.sql, { stock: 20 });
  const buyer = await customer();
  const orders = [];
  for (let n = 0; n < 4; n += 1) {
    orders.push(await createOrder(shop.sql, buyer, { lines: [{ product: saw, quantity: 2 }] }));
  }
  await shop.sql`update orders set customer_name = 'Zénabou Journée' where user_id = ${buyer.id}`;
  const { user } = await open("/admin/orders", { as: await administrator() });
  await searchList(user, "Rechercher une commande", "Journée", orders.length);
  for (const [index, { number }] of orders.entries()) {
    const status = async (text: string) =>
      waitFor(() =>
        expect(queryRows().find((row) => row.textContent.includes(number))).toHaveTextContent(text),
      );
    if (index < 2) {
      await clickButton(user, `Détails de la commande ${number}`);
      const panel = await screen.findByRole("region", { name: `Commande ${number}` });
      if (index === 0) {
        await clickButton(user, "Traiter", panel);
        await status("PROCESSING");
      } else {
        await clickButton(user, "Annuler", panel);
        const dialog = await screen.findByRole("dialog");
        await fillField(user, within(dialog).getByLabelText(/^Motif de l'annulation/), "Client injoignable");
        await clickButton(user, "Annuler la commande", dialog);
        await status("CANCELLED");
        continue;
      }
    }
    await completeOrder(user, { number });
    await status("COMPLETED");
  }
  const [row] = await shop.sql`select stock from products where id = ${saw.id}`;
  expect(row).toEqual({ stock: 14 });
  await expectAuditEntries(user, [
    [/^CommandeORD-.*Statut : avant : En attente.*après : En cours/, 1],
    [/^CommandeORD-.*Statut : avant : En cours.*après : Terminée/, 1],
    [/^CommandeORD-.*Statut : avant : En attente.*après : Terminée/, 2],
    [/^CommandeORD-.*après : Annulée.*Client injoignable/, 1],
  ]);
});

test("reviews are moderated", async ({ open, shop, administrator }) => {
  const saw = await createProduct(shop.sql, { name: "Scie commentée" });
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published)
    select ${saw.id}, 5, 'Coupe droit et vite, je recommande', author, 'c@exemple.bf', false
    from unnest(array['Binta', 'Pub', 'Chantal']) author`;
  const { user } = await open("/admin/reviews", { as: await administrator() });
  await searchList(user, "Rechercher un avis", "comment", 3);
  await clickButton(user, "Supprimer : Pub");
  await clickButton(user, "Supprimer", await screen.findByRole("dialog"));
  await waitFor(() => expect(queryRows()).toHaveLength(2));
  await user.click(screen.getByRole("checkbox", { name: "Choisir toute la page" }));
  await clickButton(user, "Publier", await screen.findByRole("region", { name: "Avis choisis" }));
  await waitFor(() => {
    for (const row of queryRows()) expect(row).toHaveTextContent("Publié");
  });
  await expectAuditEntries(user, [
    [/^Avis produitPub.*Suppression/, 1],
    [/^Avis produit(Binta|Chantal).*Publié : avant : Non.*après : Oui/, 2],
  ]);
});

test("a quote is found and answered", async ({ open, shop, administrator }) => {
  const [quote] = await shop.sql<{ id: string }[]>`
    insert into quotes (kind, file_path, file_name) values ('file', 'journee', 'journee.pdf') returning id`;
  const { user } = await open("/admin/quotes", { as: await administrator() });
  await searchList(user, "Rechercher une cotation", "journee", 1);
  await user.click(screen.getByRole("link", { name: /^Non lue : COT-/ }));
  await user.type(await screen.findByLabelText(/^Note/), "Devis de 125 000 XOF.");
  await user.selectOptions(screen.getByLabelText("Statut"), "Répondue");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Cotation enregistrée");
  const [stored] = await shop.sql`select status, note from quotes where id = ${quote?.id ?? ""}`;
  expect(stored).toEqual({ status: "answered", note: "Devis de 125 000 XOF." });
  await expectAuditEntries(user, [[/^CotationCOT-.*Statut : avant : Nouvelle.*après : Répondue/, 1]]);
});
