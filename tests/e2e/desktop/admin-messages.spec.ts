/** Admin messages: a visitor's message to a technician appears live, is read, and is deleted by keyboard. */
import { randomUUID } from "node:crypto";
import { getListRows, openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { pressEnterOn, pressKey } from "#tests/support/e2e/keyboard.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import type { Shop } from "#tests/support/shop.ts";
import { createTechnician, type StoredTechnician } from "#tests/support/technicians.ts";

async function writeMessage({ sql }: Shop, technician: StoredTechnician, name: string, message: string) {
  await sql`
    insert into messages (technician_id, name, email, phone, message)
    values (${technician.id}, ${name}, ${`${randomUUID()}@exemple.bf`}, '70 11 22 33', ${message})`;
}

test("a message appears live, is forwarded, read and deleted by keyboard, and the list keeps its position", async ({
  page,
  shop,
  administrator,
}) => {
  const uniqueWord = `fuite-${randomUUID().slice(0, 8)}`;
  const technician = await createTechnician(shop.sql, { email: "technicien@exemple.bf" });
  await writeMessage(shop, technician, "Ali Bance", `Bonjour,\nune ${uniqueWord} <b>sous l'évier</b>.`);
  await expect
    .poll(
      () => shop.sql`
      select from mails m join messages t on t.id = m.subject_id
      where t.message like ${`%${uniqueWord}%`} and m.sent_at is not null`,
    )
    .toHaveLength(1);
  const list = `/admin/messages?search=${uniqueWord}&status=unread`;
  await openAdmin(page, shop, await administrator(), list);
  await expect(getListRows(page)).toHaveCount(1);
  await writeMessage(shop, technician, "Awa Zida", `Encore une ${uniqueWord}`);
  await expect(getListRows(page)).toHaveCount(2);

  await pressEnterOn(page, page.getByRole("link", { name: "Non lu : Ali Bance" }));
  const region = page.getByRole("region", { name: "Ali Bance" });
  await expect(region).toContainText(`une ${uniqueWord} <b>sous l'évier</b>.`);
  await expect(region).toContainText(/Gardé sur cette machinerien n'est parti/);
  const readers = () => shop.sql`
    select name from messages where message like ${`%${uniqueWord}%`} and read_at is not null`;
  await expect.poll(readers).toEqual([{ name: "Ali Bance" }]);
  await pressEnterOn(page, region.getByRole("button", { name: "Marquer comme non lu" }));
  await expect(page).toHaveURL(list);
  await expect(getListRows(page)).toHaveCount(2);

  await pressEnterOn(page, page.getByRole("link", { name: "Non lu : Awa Zida" }));
  const remove = page.getByRole("button", { name: "Supprimer" });
  await pressEnterOn(page, remove);
  const dialog = page.getByRole("dialog", { name: "Supprimer ce message ?" });
  await expect(dialog).toContainText("Le message de Awa Zida");
  await pressKey(page, "Escape");
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
  await pressKey(page, "Enter");
  await pressEnterOn(page, dialog.getByRole("button", { name: "Supprimer" }));
  await expect(getToasts(page)).toContainText("Message supprimé");
  await expect(page).toHaveURL(list);
  await expect(getListRows(page)).toHaveCount(1);
  await shop.sql`delete from messages where technician_id = ${technician.id}`;
  await shop.sql`delete from technician_profiles where id = ${technician.id}`;
});
