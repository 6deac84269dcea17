/** Admin quotes: the files of quote requests are viewed, processed and deleted. */
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { loadKeys } from "#backend/core/gateway/keys.ts";
import { expectScreen, getListRows, openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { focusByTab, pressEnterOn, pressKey } from "#tests/support/e2e/keyboard.ts";
import { getToastRegion } from "#tests/support/e2e/toasts.ts";
import type { Shop } from "#tests/support/shop.ts";

const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n");

/** Uploads a file as a visitor's browser does. */
async function sendFile(shop: Shop, name: string, body: Buffer, type: string) {
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
    body: new Uint8Array(body),
  });
  expect(response.status).toBe(200);
  return { id, reference: `COT-${id.slice(0, 8).toUpperCase()}` };
}

const createImage = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: "#b8391a" } })
    .png()
    .toBuffer();

test("quotes are searched, filtered and paged by the URL, and new ones appear live", {
  tag: "@long",
}, async ({ page, shop, administrator }) => {
  const uniqueWord = `plan-${randomUUID().slice(0, 8)}`;
  await shop.sql`
    insert into quotes (kind, file_path, file_name, status, read_at, created_at)
    select 'file', ${uniqueWord} || n, ${uniqueWord} || '-' || to_char(n, 'FM00') || '.pdf', case when n > 1 then 'answered' else 'new' end,
      case when n > 1 then now() end, now() - n * interval '2 hours'
    from generate_series(1, 26) n`;
  await openAdmin(page, shop, await administrator(), "/admin/quotes");
  await expectScreen(page, "Cotations");
  const rows = getListRows(page);
  const status = page.getByRole("combobox", { name: "Statut" });
  await page.getByRole("searchbox", { name: "Rechercher une cotation" }).fill(uniqueWord);
  await expect(page).toHaveURL(`/admin/quotes?search=${uniqueWord}`);
  await expect(page.getByRole("navigation", { name: "Pages" })).toContainText("1 à 25");
  await expect(rows.first()).toContainText(/Non lue : COT-[0-9A-F]{8}.*Projet.*-01\.pdf.*Nouvelle/);
  await page.getByRole("link", { name: "Suivant" }).click();
  await expect(rows).toHaveCount(1);
  await sendFile(shop, `${uniqueWord}.pdf`, PDF, "application/pdf");
  await expect(rows).toHaveCount(2);
  await status.selectOption({ label: "Non lues" });
  await expect(page).toHaveURL(`/admin/quotes?search=${uniqueWord}&status=unread`);
  await expect(rows).toHaveCount(2);
  await status.selectOption({ label: "Classée" });
  await expect(page.getByText("Aucune cotation ne correspond à ces critères.")).toBeVisible();
  await page.goto("/admin/quotes?status=answered");
  await expect(status).toHaveValue("answered");
  await expect(rows.first()).toContainText("Répondue");
  await shop.sql`delete from quotes where file_path like ${`${uniqueWord}%`}`;
});

test("an image is viewed, downloaded and answered, and its status and note are saved", async ({
  page,
  shop,
  administrator,
}) => {
  const { id, reference } = await sendFile(shop, "mur-du-salon.png", await createImage(), "image/png");
  await openAdmin(page, shop, await administrator(), `/admin/quotes?search=${reference}`);
  await pressEnterOn(page, page.getByRole("link", { name: `Non lue : ${reference}` }));
  const shown = page.getByRole("img", { name: `Ce que le client a envoyé pour ${reference}` });
  await expect
    .poll(() => shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(64);
  await expect(shown).toHaveAttribute("src", /\/storage\/v1\/object\/sign\/quotes\/.*token=/);
  const stored = async () =>
    (await shop.sql`select read_at is not null as read, status, note from quotes where id = ${id}`)[0];
  await expect.poll(stored).toEqual({ read: true, status: "new", note: "" });
  await expect(page.getByRole("link", { name: "Répondre sur WhatsApp" })).toHaveAttribute(
    "href",
    new RegExp(`^https://wa\\.me/\\?text=Bonjour.*${reference}`),
  );
  const download = page.waitForEvent("download");
  await pressEnterOn(page, page.getByRole("button", { name: "Télécharger" }));
  expect((await download).suggestedFilename()).toBe("mur-du-salon.png");

  await focusByTab(page, page.getByLabel("Statut"));
  await page.getByLabel("Statut").selectOption({ label: "Répondue" });
  await page.getByLabel("Note").fill("Devis de 125 000 XOF, valable un mois.");
  // What a colleague saves meanwhile does not replace the text in the form.
  await shop.sql`update quotes set status = 'in_progress' where id = ${id}`;
  await expect(page.getByRole("region", { name: reference })).toContainText("En cours");
  await expect(page.getByLabel("Note")).toHaveValue("Devis de 125 000 XOF, valable un mois.");
  const save = page.getByRole("button", { name: "Enregistrer" });
  await pressEnterOn(page, save);
  await expect(page.getByRole("alert").filter({ hasText: "cette cotation" })).toContainText("En cours");
  await pressEnterOn(page, page.getByRole("button", { name: "Garder les miennes" }));
  await pressEnterOn(page, save);
  await expect(getToastRegion(page)).toContainText("Cotation enregistrée");
  expect(await stored()).toEqual({
    read: true,
    status: "answered",
    note: "Devis de 125 000 XOF, valable un mois.",
  });
  await expect(page.getByRole("region", { name: reference })).toContainText("Répondue");
});

test("a file is deleted with its quote, by keyboard alone", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
}) => {
  const { id, reference } = await sendFile(shop, "plan.pdf", PDF, "application/pdf");
  await openAdmin(page, shop, await administrator(), `/admin/quotes/${id}`);
  await expect(page.getByText("Ce format s'ouvre avec un programme")).toBeVisible();
  await pressEnterOn(page, page.getByRole("button", { name: "Marquer comme non lue" }));
  await expect(page).toHaveURL("/admin/quotes");
  await pressEnterOn(page, page.getByRole("link", { name: `Non lue : ${reference}` }));
  const remove = page.getByRole("button", { name: "Supprimer" });
  const dialog = page.getByRole("dialog", { name: "Supprimer cette cotation ?" });
  await pressEnterOn(page, remove);
  await expect(dialog).toContainText(`${reference} et son fichier « plan.pdf »`);
  await pressKey(page, "Escape");
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
  await pressEnterOn(page, remove);
  await focusByTab(page, dialog.getByRole("button", { name: "Supprimer" }));
  await page.keyboard.press("Enter");
  await expect(getToastRegion(page)).toContainText(`Cotation supprimée${reference}`);
  await expect(page).toHaveURL("/admin/quotes");
  expect(await shop.sql`select from quotes where id = ${id}`).toHaveLength(0);
  expect(await shop.sql`select from storage.objects where name like ${`%${id}%`}`).toHaveLength(0);
});
