/** A day in the back office, step by step: each piece of work ends in the database and is told in the journal. */
import type { UserEvent } from "@testing-library/user-event";
import { createOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { menuLink } from "./support/admin-frame.ts";
import { expectToast, listRows, press } from "./support/admin-lists.ts";
import { expect, fill, screen, test, waitFor, within } from "./support/screen.ts";

/** The rows of the list once the search has found this many. */
async function find(user: UserEvent, what: string, word: string, count: number): Promise<void> {
  await fill(user, await screen.findByRole("searchbox", { name: what }), word);
  await waitFor(() => expect(new URLSearchParams(window.location.search).get("search")).toBe(word));
  // The details of a row that is folded are a row, too.
  await waitFor(() => expect(listRows().filter((row) => !row.hidden)).toHaveLength(count));
}

/** Goes to the journal by the menu and counts the entries that say this. */
async function expectTold(user: UserEvent, entries: readonly (readonly [RegExp, number])[]): Promise<void> {
  await user.click(menuLink("Journal"));
  await screen.findByRole("table", { name: "Le journal" });
  const texts = listRows().map(({ textContent }) => textContent);
  const counts = entries.map(([entry]) => [entry, texts.filter((text) => entry.test(text)).length]);
  expect(counts).toEqual(entries);
}

test("a delivery restocks the shop by a file", async ({ open, shop, administrator }) => {
  const { sql } = shop;
  await createProduct(sql, { name: "Scie d'arrivage", reference: "SCI-JOUR", stock: 3 });
  await createProduct(sql, { name: "Perceuse d'arrivage", reference: "PER-JOUR", stock: 0 });
  const { user } = await open("/admin/products/import", { as: await administrator() });
  const text = "reference;stock\nSCI-JOUR;40\nPER-JOUR;30\n";
  const file = new window.File([text], "arrivage.csv", { type: "text/csv" });
  await user.upload(await screen.findByLabelText(/^Fichier CSV/), file);
  await press(user, "Importer 2 produits");
  await expectToast("2 produits modifiés");
  const stocks = await sql`select stock from products where reference like '%-JOUR' order by reference desc`;
  expect([...stocks]).toEqual([{ stock: 40 }, { stock: 30 }]);
  await expectTold(user, [
    [/^ProduitScie d'arrivage.*Modification.*Stock : avant : 3.*après : 40/, 1],
    [/^ProduitPerceuse d'arrivage.*Modification.*Stock : avant : 0.*après : 30/, 1],
  ]);
});

test("orders are brought on, and a cancelled one gives its goods back", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const saw = await createProduct(shop.sql, { stock: 20 });
  const buyer = await customer();
  const orders = [];
  for (let n = 0; n < 4; n += 1) {
    orders.push(await createOrder(shop.sql, buyer, { lines: [{ goods: saw, quantity: 2 }] }));
  }
  await shop.sql`update orders set customer_name = 'Zénabou Journée' where user_id = ${buyer.id}`;
  const { user } = await open("/admin/orders", { as: await administrator() });
  await find(user, "Rechercher une commande", "Journée", orders.length);
  for (const [index, { number }] of orders.entries()) {
    const status = async (text: string) =>
      waitFor(() =>
        expect(listRows().find((row) => row.textContent.includes(number))).toHaveTextContent(text),
      );
    if (index < 2) {
      await press(user, `Détails de la commande ${number}`);
      const panel = await screen.findByRole("region", { name: `Commande ${number}` });
      if (index === 0) {
        await press(user, "Traiter", panel);
        await status("PROCESSING");
      } else {
        await press(user, "Annuler", panel);
        const dialog = await screen.findByRole("dialog");
        await fill(user, within(dialog).getByLabelText(/^Motif de l'annulation/), "Client injoignable");
        await press(user, "Annuler la commande", dialog);
        await status("CANCELLED");
        continue;
      }
    }
    await press(user, `Terminer la commande ${number}`);
    await status("COMPLETED");
  }
  const [row] = await shop.sql`select stock from products where id = ${saw.id}`;
  expect(row).toEqual({ stock: 14 });
  await expectTold(user, [
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
  await find(user, "Rechercher un avis", "comment", 3);
  await press(user, "Supprimer : Pub");
  await press(user, "Supprimer", await screen.findByRole("dialog"));
  await waitFor(() => expect(listRows()).toHaveLength(2));
  await user.click(screen.getByRole("checkbox", { name: "Choisir toute la page" }));
  await press(user, "Publier", await screen.findByRole("region", { name: "Avis choisis" }));
  await waitFor(() => {
    for (const row of listRows()) expect(row).toHaveTextContent("Publié");
  });
  await expectTold(user, [
    [/^Avis produitPub.*Suppression/, 1],
    [/^Avis produit(Binta|Chantal).*Publié : avant : Non.*après : Oui/, 2],
  ]);
});

test("a quote is found and answered", async ({ open, shop, administrator }) => {
  const [quote] = await shop.sql<{ id: string }[]>`
    insert into quotes (kind, file_path, file_name) values ('file', 'journee', 'journee.pdf') returning id`;
  const { user } = await open("/admin/quotes", { as: await administrator() });
  await find(user, "Rechercher une cotation", "journee", 1);
  await user.click(screen.getByRole("link", { name: /^Non lue : COT-/ }));
  await user.type(await screen.findByLabelText(/^Note/), "Devis de 125 000 XOF.");
  await user.selectOptions(screen.getByLabelText("Statut"), "Répondue");
  await press(user, "Enregistrer");
  await expectToast("Cotation enregistrée");
  const [stored] = await shop.sql`select status, note from quotes where id = ${quote?.id ?? ""}`;
  expect(stored).toEqual({ status: "answered", note: "Devis de 125 000 XOF." });
  await expectTold(user, [[/^CotationCOT-.*Statut : avant : Nouvelle.*après : Répondue/, 1]]);
});
