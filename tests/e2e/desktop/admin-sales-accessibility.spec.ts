/** axe audits of the admin screens for orders, reviews, quotes, mails and messages. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { loadKeys } from "#backend/core/gateway/keys.ts";
import { createCustomerOrder } from "#tests/support/e2e/account.ts";
import { getListRows, openAdmin } from "#tests/support/e2e/admin.ts";
import { getPanel, getRow } from "#tests/support/e2e/admin-orders.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { createReview } from "#tests/support/reviews.ts";
import type { Shop } from "#tests/support/shop.ts";
import { createTechnician } from "#tests/support/technicians.ts";

const FAILED = /status of 500|load /;

const fail = (page: Page, url: RegExp) =>
  page.route(url, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));

const failure = (page: Page) => page.getByRole("main").getByRole("alert");

/** Uploads the file of a quote request as a visitor's browser does. */
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

test("axe: an expanded order, its cancellation and its delivery slip", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  customer,
  administrator,
}) => {
  const order = await createCustomerOrder(shop, await customer(), {
    lines: [{ product: await createProduct(), quantity: 2 }],
    notes: "En face de la pharmacie",
  });
  await openAdmin(page, shop, await administrator(), `/admin/orders?search=${order.number}`);
  const panel = getPanel(page, order);
  await expect(panel).toBeVisible();
  await expectNoAxeViolations(page);
  await panel.getByRole("button", { name: "Traiter" }).click();
  await expect(getRow(page, order).getByText("PROCESSING", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Annuler" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Annuler la commande" }).click();
  await expect(dialog.getByText("Le motif de l'annulation est requis")).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByLabel("Motif de l'annulation").fill("Client injoignable");
  await dialog.getByRole("button", { name: "Annuler la commande" }).click();
  await expect(getRow(page, order).getByText("CANCELLED", { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectNoAxeViolations(page);
  await page.goto(`/admin/orders/${order.id}/slip`);
  await expect(page.getByRole("article", { name: "Bon de livraison" })).toContainText(
    "En face de la pharmacie",
  );
  await expectNoAxeViolations(page);
  await page.goto("/admin/orders/none/slip");
  await expect(page.getByRole("heading", { name: "Commande introuvable" })).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: selected reviews, their delete dialog, and no result", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  administrator,
}) => {
  const drill = await createProduct();
  await createReview(shop, drill, { name: "Awa", is_verified: true, is_published: false, title: "Bien" });
  await createReview(shop, drill, { name: "Binta" });
  const path = `/admin/reviews?search=${encodeURIComponent(drill.name)}`;
  await openAdmin(page, shop, await administrator(), path);
  await page.getByRole("checkbox", { name: "Choisir toute la page" }).check();
  const chosen = page.getByRole("region", { name: "Avis choisis" });
  await expect(chosen).toContainText("2 avis choisis");
  await expectNoAxeViolations(page);
  await chosen.getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByRole("dialog", { name: "Supprimer 2 avis ?" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto("/admin/reviews?search=zzqqxx");
  await expect(page.getByText("Aucun avis ne correspond à cette recherche.")).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: quotes answered, read and rejected, the delete dialog and a failed read", {
  tag: "@long",
}, async ({ page, shop, administrator, pageErrors }) => {
  const image = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#b8391a" } })
    .png()
    .toBuffer();
  const imageQuote = await sendFile(shop, "mur-du-salon.png", new Uint8Array(image), "image/png");
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n");
  const plan = await sendFile(shop, "plan.pdf", new Uint8Array(pdf), "application/pdf");
  const uniqueWord = `plan-${randomUUID()}`;
  await shop.sql`
    insert into quotes (kind, file_path, file_name, status, read_at)
    select 'file', ${uniqueWord} || n, ${uniqueWord} || n || '.pdf', 'answered', now() from generate_series(1, 2) n`;
  await openAdmin(page, shop, await administrator(), "/admin/quotes?status=answered");
  await expect(getListRows(page).first()).toContainText("Répondue");
  await expectNoAxeViolations(page);

  await page.goto(imageQuote.path);
  const shown = page.getByRole("img", { name: `Ce que le client a envoyé pour ${imageQuote.reference}` });
  await expect(shown).toHaveJSProperty("naturalWidth", 64);
  await expectNoAxeViolations(page);
  await page.getByLabel("Note").fill("x".repeat(2001));
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("2000 caractères au plus")).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto(plan.path);
  await page.getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByRole("dialog", { name: "Supprimer cette cotation ?" })).toBeVisible();
  await expectNoAxeViolations(page);
  await fail(page, /\/rest\/v1\/quotes\?/);
  await page.goto("/admin/quotes");
  await expect(failure(page)).toContainText("Impossible de charger les cotations");
  await expectNoAxeViolations(page);
  await page.goto(plan.path);
  await expect(failure(page)).toContainText("Impossible de charger la cotation");
  await expectNoAxeViolations(page);
  await shop.sql`delete from quotes where file_path like ${`${uniqueWord}%`}`;
  allowErrors(pageErrors, FAILED);
});

test("axe: failed mails, and a failed read of the mails", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  customer,
  administrator,
  pageErrors,
}) => {
  const uniqueWord = randomUUID().slice(0, 8);
  const account = await customer();
  const lines = [{ product: await createProduct(), quantity: 1 }];
  const [first, second] = [
    await createCustomerOrder(shop, account, { lines }),
    await createCustomerOrder(shop, account, { lines }),
  ];
  const lost = {
    attempts: 16,
    failed_at: new Date(),
    last_error: "The mail server answered 550 (EENVELOPE)",
  };
  await shop.sql`insert into mails ${shop.sql([
    { ...lost, subject_id: first.id, kind: "order_confirmation", recipient: `${uniqueWord}-awa@exemple.bf` },
    {
      ...lost,
      subject_id: second.id,
      kind: "order_confirmation",
      recipient: `${uniqueWord}-issa@exemple.bf`,
    },
    {
      ...lost,
      subject_id: randomUUID(),
      kind: "account_recovery",
      recipient: `${uniqueWord}-ali@exemple.bf`,
    },
  ])}`;
  const path = `/admin/mails?search=${uniqueWord}&status=failed`;
  await openAdmin(page, shop, await administrator(), path);
  await expect(getListRows(page)).toHaveCount(3);
  await expect(getListRows(page).getByRole("button", { name: /^Réessayer/ })).toHaveCount(2);
  await expectNoAxeViolations(page);
  await fail(page, /\/rest\/v1\/(rpc\/search_)?mails\?/);
  await page.goto(path);
  await expect(failure(page)).toContainText("Impossible de charger les e-mails");
  await expectNoAxeViolations(page);
  await shop.sql`delete from mails where recipient like ${`${uniqueWord}-%`}`;
  allowErrors(pageErrors, FAILED);
});

test("axe: messages forwarded and unread, the delete dialog and a failed read", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const uniqueWord = `fuite-${randomUUID().slice(0, 8)}`;
  const technician = await createTechnician(shop.sql, { email: "technicien@exemple.bf" });
  const write = (name: string) => shop.sql`
    insert into messages (technician_id, name, email, phone, message)
    values (${technician.id}, ${name}, ${`${randomUUID()}@exemple.bf`}, '70 11 22 33', ${`${name} a une ${uniqueWord} sous l'évier.`})`;
  await write("Ali Bance");
  await expect
    .poll(
      () => shop.sql`
        select from mails m join messages t on t.id = m.subject_id
        where t.technician_id = ${technician.id} and m.sent_at is not null`,
    )
    .toHaveLength(1);
  await write("Awa Zida");
  const list = `/admin/messages?search=${uniqueWord}&status=unread`;
  await openAdmin(page, shop, await administrator(), list);
  await expect(getListRows(page)).toHaveCount(2);
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: "Non lu : Ali Bance" }).click();
  await expect(page.getByRole("region", { name: "Ali Bance" })).toContainText("Gardé sur cette machine");
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByRole("dialog", { name: "Supprimer ce message ?" })).toBeVisible();
  await expectNoAxeViolations(page);
  await fail(page, /\/rest\/v1\/(messages|rpc\/search_messages)\?/);
  await page.goto(list);
  await expect(failure(page)).toContainText("Impossible de charger les messages");
  await expectNoAxeViolations(page);
  await shop.sql`delete from messages where technician_id = ${technician.id}`;
  await shop.sql`delete from technician_profiles where id = ${technician.id}`;
  allowErrors(pageErrors, FAILED);
});
