/**
 * An administrator's whole day, as one person goes through it: the delivery that came in, a new product, ten orders,
 * what customers wrote, and at the end of the day the journal that tells all of it.
 */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { orderFor, toasts } from "../support/account.ts";
import { chooseInMenu, expect, expectScreen, francs, listRows } from "../support/office.ts";
import { test } from "../support/shelf.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

const photo = async (name: string, background: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 900, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

test("an administrator's whole day", async ({ page, shop, shelf, customer, administrator, isMobile }) => {
  // A day is long where three tests share two cores.
  test.setTimeout(180_000);
  const { word } = shelf;
  const [saw, drill] = await shelf.add(
    { name: "Scie", reference: `SCI-${word}`, stock: 3 },
    { name: "Perceuse", reference: `PER-${word}`, stock: 0 },
  );
  if (!saw || !drill) throw new Error("no goods");
  const stockOf = async ({ id }: { id: string }) =>
    (await shop.sql<{ stock: number }[]>`select stock from products where id = ${id}`)[0]?.stock;
  const account = await administrator(`Awa ${word}`);

  await test.step("signs in", async () => {
    await page.goto("/admin");
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Mot de passe", { exact: true }).fill(account.password);
    await button(page, "Se connecter").click();
    await expectScreen(page, "Tableau de bord");
  });

  await test.step("restocks by a file", async () => {
    await chooseInMenu(page, isMobile, "Produits");
    await page.getByRole("link", { name: "Importer" }).click();
    const text = `reference;stock\nSCI-${word};40\nPER-${word};30\n`;
    await page
      .getByLabel(/^Fichier CSV/)
      .setInputFiles({ name: "arrivage.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await button(page, "Importer 2 produits").click();
    await expect(toasts(page).first()).toContainText("2 produits modifiés");
    expect([await stockOf(saw), await stockOf(drill)]).toEqual([40, 30]);
  });

  const name = `Niveau laser ${word}`;
  await test.step("publishes a product with pictures", async () => {
    await page.getByRole("link", { name: "Voir les produits" }).click();
    await page.getByRole("link", { name: "Ajouter un produit" }).click();
    const form = page.getByRole("main");
    await form.getByLabel("Nom", { exact: true }).fill(name);
    await button(page, "Générer depuis le nom").click();
    await expect(form.getByLabel("Slug URL")).toHaveValue(`niveau-laser-${word}`);
    await form.getByLabel(/^Catégorie/).selectOption("Plomberie");
    await form.getByLabel("Prix (XOF)", { exact: true }).fill("45000");
    await form.getByLabel("Stock", { exact: true }).fill("6");
    await form
      .getByLabel("Envoyer des photos")
      .setInputFiles([await photo("face.jpg", "#b8391a"), await photo("dos.jpg", "#1b7f4b")]);
    const pictures = page
      .getByRole("region", { name: "Images" })
      .getByRole("listitem", { name: /^Image \d$/ });
    await expect(pictures).toHaveCount(2);
    await button(page, "Enregistrer").click();
    await expect(toasts(page).first()).toContainText("Produit ajouté");
    const seen = await page.context().newPage();
    await seen.goto(`/product/niveau-laser-${word}`);
    await expect(seen.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(seen.getByText(francs(45_000)).first()).toBeVisible();
    const photos = seen.getByRole("region", { name: "Photos du produit" }).getByRole("img");
    await expect
      .poll(() => photos.first().evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await seen.close();
  });

  const buyer = await customer();
  const goods = { ...saw, price: 10_000, old_price: null, image: null, stock: 40 };
  const orders: { id: string; number: string }[] = [];
  for (let n = 0; n < 10; n += 1) {
    orders.push(await orderFor(shop, buyer, { lines: [{ goods, quantity: 2 }] }));
  }
  expect(await stockOf(saw)).toBe(20);

  await test.step("handles ten orders", async () => {
    await shop.sql`update orders set customer_name = ${`Zénabou ${word}`} where user_id = ${buyer.id}`;
    await chooseInMenu(page, isMobile, "Commandes");
    await page.getByRole("searchbox", { name: "Rechercher une commande" }).fill(word);
    await expect(listRows(page)).toHaveCount(10);
    for (const [index, { number }] of orders.entries()) {
      const row = listRows(page).filter({ hasText: number });
      const panel = page.getByRole("region", { name: `Commande ${number}` });
      if (index < 4) {
        await button(page, `Détails de la commande ${number}`).click();
      }
      if (index < 3) {
        await panel.getByRole("button", { name: "Traiter" }).click();
        await expect(row).toContainText("PROCESSING");
      }
      if (index === 3) {
        await panel.getByRole("button", { name: "Annuler" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Motif de l'annulation").fill("Client injoignable");
        await dialog.getByRole("button", { name: "Annuler la commande" }).click();
        await expect(row).toContainText("CANCELLED");
      } else {
        await button(page, `Terminer la commande ${number}`).click();
        await expect(row).toContainText("COMPLETED");
      }
    }
    // The two of the order that was cancelled are back.
    expect(await stockOf(saw)).toBe(22);
  });

  await test.step("moderates reviews", async () => {
    await shop.sql`
      insert into product_reviews (product_id, rating, comment, name, email, is_published)
      select ${saw.id}, 5, 'Coupe droit et vite, je recommande', author, 'c@exemple.bf', false
      from unnest(array['Binta', 'Pub', 'Chantal']) author`;
    await chooseInMenu(page, isMobile, "Avis produits");
    await page.getByRole("searchbox", { name: "Rechercher un avis" }).fill(word);
    await expect(listRows(page)).toHaveCount(3);
    await button(page, "Supprimer : Pub").click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(listRows(page)).toHaveCount(2);
    await page.getByRole("checkbox", { name: "Choisir toute la page" }).check();
    await page.getByRole("region", { name: "Avis choisis" }).getByRole("button", { name: "Publier" }).click();
    await expect(listRows(page).filter({ hasText: "Publié" })).toHaveCount(2);
  });

  await test.step("answers a quote", async () => {
    const [quote] = await shop.sql<{ id: string }[]>`
      insert into quotes (kind, file_path, file_name) values ('file', ${word}, ${`${word}.pdf`}) returning id`;
    await chooseInMenu(page, isMobile, "Cotations");
    await page.getByRole("searchbox", { name: "Rechercher une cotation" }).fill(word);
    await expect(listRows(page)).toHaveCount(1);
    await page.getByRole("link", { name: /^Non lue : COT-/ }).click();
    await page.getByLabel("Note").fill("Devis de 125 000 XOF.");
    await page.getByLabel("Statut").selectOption({ label: "Répondue" });
    await button(page, "Enregistrer").click();
    await expect(toasts(page).first()).toContainText("Cotation enregistrée");
    const stored = await shop.sql`select status from quotes where id = ${quote?.id ?? ""}`;
    expect([...stored]).toEqual([{ status: "answered" }]);
  });

  await test.step("finds all of it in the journal", async () => {
    await chooseInMenu(page, isMobile, "Journal");
    const person = page.getByRole("combobox", { name: "Administrateur" });
    await person.selectOption({ label: `Awa ${word}` });
    await expect(page).toHaveURL(/actor=/);
    const told = (text: RegExp) => listRows(page).filter({ hasText: text });
    for (const [text, count] of [
      [new RegExp(`^ProduitScie ${word}.*Modification.*Stock : avant : 3.*après : 40`), 1],
      [new RegExp(`^ProduitPerceuse ${word}.*Modification.*Stock : avant : 0.*après : 30`), 1],
      [new RegExp(`^Produit${name}.*Ajout`), 1],
      [/^Image de produit.*Image ajoutée/, 2],
      [/^CommandeORD-.*Statut : avant : En attente.*après : En cours/, 3],
      [/^CommandeORD-.*Statut : avant : En cours.*après : Terminée/, 3],
      [/^CommandeORD-.*Statut : avant : En attente.*après : Terminée/, 6],
      [/^CommandeORD-.*après : Annulée.*Client injoignable/, 1],
      [/^Avis produitPub.*Suppression/, 1],
      [/^Avis produit(Binta|Chantal).*Publié : avant : Non.*après : Oui/, 2],
      [/^CotationCOT-.*Statut : avant : Nouvelle.*après : Répondue/, 1],
    ] as const) {
      await expect(told(text), `${text}`).toHaveCount(count);
    }
  });
});
