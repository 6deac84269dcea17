/** No finding of axe on the back office's orders and on what customers and visitors write. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { loadKeys } from "../../../backend/core/keys.ts";
import { addReview } from "../../support/reviews.ts";
import type { Shop } from "../../support/shop.ts";
import { createTechnician } from "../../support/technicians.ts";
import { orderFor } from "../support/account.ts";
import { panelOf, rowOf } from "../support/admin-orders.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, forgive, listRows, openOffice, test } from "../support/office.ts";

const FAILED = /status of 500|load /;

const fail = (page: Page, url: RegExp) =>
  page.route(url, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));

const failure = (page: Page) => page.getByRole("main").getByRole("alert");

/** A request for a quote with this file, as a visitor's browser sends it. */
async function sendFile(shop: Shop, name: string, body: Uint8Array<ArrayBuffer>, type: string) {
  const { anonKey } = await loadKeys(shop.dataDir);
  const id = randomUUID();
  const kind = type.startsWith("image") ? "image" : "file";
  const response = await fetch(`${shop.url}/storage/v1/object/quotes/${kind}/${id}/${name}`, {
    method: "POST",
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${anonKey}`,
      "content-type": type,
      "x-upsert": "false",
      "x-metadata": Buffer.from(JSON.stringify({ file_name: name })).toString("base64"),
    },
    body,
  });
  expect(response.status).toBe(200);
  return { path: `/admin/quotes/${id}`, reference: `COT-${id.slice(0, 8).toUpperCase()}` };
}

test("an order unfolded, its cancellation and its delivery slip", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const order = await orderFor(shop, await customer(), {
    lines: [{ goods: await goods(), quantity: 2 }],
    notes: "En face de la pharmacie",
  });
  await openOffice(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  const panel = panelOf(page, order);
  await expect(panel).toBeVisible();
  await expectNoFindings(page);
  await panel.getByRole("button", { name: "Traiter" }).click();
  await expect(rowOf(page, order).getByText("PROCESSING", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Annuler" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Annuler la commande" }).click();
  await expect(dialog.getByText("Le motif de l'annulation est requis")).toBeVisible();
  await expectNoFindings(page);
  await dialog.getByLabel("Motif de l'annulation").fill("Client injoignable");
  await dialog.getByRole("button", { name: "Annuler la commande" }).click();
  await expect(rowOf(page, order).getByText("CANCELLED", { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectNoFindings(page);
  await page.goto(`/admin/orders/${order.id}/slip`);
  await expect(page.getByRole("article", { name: "Bon de livraison" })).toContainText(
    "En face de la pharmacie",
  );
  await expectNoFindings(page);
  await page.goto("/admin/orders/none/slip");
  await expect(page.getByRole("heading", { name: "Commande introuvable" })).toBeVisible();
  await expectNoFindings(page);
});

test("reviews chosen, about to be deleted, and none found", async ({ page, shop, goods, administrator }) => {
  const drill = await goods();
  await addReview(shop, drill, { name: "Awa", is_verified: true, is_published: false, title: "Bien" });
  await addReview(shop, drill, { name: "Binta" });
  const path = `/admin/reviews?search=${encodeURIComponent(drill.name)}`;
  await openOffice(page, shop, await administrator(), path);
  await page.getByRole("checkbox", { name: "Choisir toute la page" }).check();
  const chosen = page.getByRole("region", { name: "Avis choisis" });
  await expect(chosen).toContainText("2 avis choisis");
  await expectNoFindings(page);
  await chosen.getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByRole("dialog", { name: "Supprimer 2 avis ?" })).toBeVisible();
  await expectNoFindings(page);
  await page.goto("/admin/reviews?search=zzqqxx");
  await expect(page.getByText("Aucun avis ne correspond à cette recherche.")).toBeVisible();
  await expectNoFindings(page);
});

test("quotes answered, read, refused, about to be deleted, and not to be read", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#b8391a" } })
    .png()
    .toBuffer();
  const seen = await sendFile(shop, "mur-du-salon.png", new Uint8Array(picture), "image/png");
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n");
  const plan = await sendFile(shop, "plan.pdf", new Uint8Array(pdf), "application/pdf");
  const word = `plan-${randomUUID()}`;
  await shop.sql`
    insert into quotes (kind, file_path, file_name, status, read_at)
    select 'file', ${word} || n, ${word} || n || '.pdf', 'answered', now() from generate_series(1, 2) n`;
  await openOffice(page, shop, await administrator(), "/admin/quotes?status=answered");
  await expect(listRows(page).first()).toContainText("Répondue");
  await expectNoFindings(page);

  await page.goto(seen.path);
  const shown = page.getByRole("img", { name: `Ce que le client a envoyé pour ${seen.reference}` });
  await expect(shown).toHaveJSProperty("naturalWidth", 64);
  await expectNoFindings(page);
  await page.getByLabel("Note").fill("x".repeat(2001));
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("2000 caractères au plus")).toBeVisible();
  await expectNoFindings(page);

  await page.goto(plan.path);
  await page.getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByRole("dialog", { name: "Supprimer cette cotation ?" })).toBeVisible();
  await expectNoFindings(page);
  await fail(page, /\/rest\/v1\/quotes\?/);
  await page.goto("/admin/quotes");
  await expect(failure(page)).toContainText("Impossible de charger les cotations");
  await expectNoFindings(page);
  await page.goto(plan.path);
  await expect(failure(page)).toContainText("Impossible de charger la cotation");
  await expectNoFindings(page);
  await shop.sql`delete from quotes where file_path like ${`${word}%`}`;
  forgive(pageErrors, FAILED);
});

test("mails that were given up, and the mails not to be read", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
  pageErrors,
}) => {
  const word = randomUUID().slice(0, 8);
  const known = await customer();
  const lines = [{ goods: await goods(), quantity: 1 }];
  const [first, second] = [await orderFor(shop, known, { lines }), await orderFor(shop, known, { lines })];
  const lost = {
    attempts: 16,
    failed_at: new Date(),
    last_error: "The mail server answered 550 (EENVELOPE)",
  };
  await shop.sql`insert into mails ${shop.sql([
    { ...lost, subject_id: first.id, kind: "order_confirmation", recipient: `${word}-awa@exemple.bf` },
    { ...lost, subject_id: second.id, kind: "order_confirmation", recipient: `${word}-issa@exemple.bf` },
    { ...lost, subject_id: randomUUID(), kind: "account_recovery", recipient: `${word}-ali@exemple.bf` },
  ])}`;
  const path = `/admin/mails?search=${word}&status=failed`;
  await openOffice(page, shop, await administrator(), path);
  await expect(listRows(page)).toHaveCount(3);
  await expect(listRows(page).getByRole("button", { name: /^Réessayer/ })).toHaveCount(2);
  await expectNoFindings(page);
  await fail(page, /\/rest\/v1\/(rpc\/search_)?mails\?/);
  await page.goto(path);
  await expect(failure(page)).toContainText("Impossible de charger les e-mails");
  await expectNoFindings(page);
  await shop.sql`delete from mails where recipient like ${`${word}-%`}`;
  forgive(pageErrors, FAILED);
});

test("messages forwarded, unread, about to be deleted, and not to be read", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const word = `fuite-${randomUUID().slice(0, 8)}`;
  const technician = await createTechnician(shop.sql, { email: "technicien@exemple.bf" });
  const write = (name: string) => shop.sql`
    insert into messages (technician_id, name, email, phone, message)
    values (${technician.id}, ${name}, ${`${randomUUID()}@exemple.bf`}, '70 11 22 33', ${`${name} a une ${word} sous l'évier.`})`;
  await write("Ali Bance");
  await expect
    .poll(
      () => shop.sql`
        select from mails m join messages t on t.id = m.subject_id
        where t.technician_id = ${technician.id} and m.sent_at is not null`,
    )
    .toHaveLength(1);
  await write("Awa Zida");
  const list = `/admin/messages?search=${word}&status=unread`;
  await openOffice(page, shop, await administrator(), list);
  await expect(listRows(page)).toHaveCount(2);
  await expectNoFindings(page);
  await page.getByRole("link", { name: "Non lu : Ali Bance" }).click();
  await expect(page.getByRole("region", { name: "Ali Bance" })).toContainText(/Transmispar email le/);
  await expectNoFindings(page);
  await page.getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByRole("dialog", { name: "Supprimer ce message ?" })).toBeVisible();
  await expectNoFindings(page);
  await fail(page, /\/rest\/v1\/(messages|rpc\/search_messages)\?/);
  await page.goto(list);
  await expect(failure(page)).toContainText("Impossible de charger les messages");
  await expectNoFindings(page);
  await shop.sql`delete from messages where technician_id = ${technician.id}`;
  await shop.sql`delete from technician_profiles where id = ${technician.id}`;
  forgive(pageErrors, FAILED);
});
