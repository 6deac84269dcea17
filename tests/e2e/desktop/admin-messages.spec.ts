/** «Messages»: what visitors write to technicians comes in by itself, is read, and is deleted by keyboard. */
import { randomUUID } from "node:crypto";
import type { Shop } from "../../support/shop.ts";
import { createTechnician, type StoredTechnician } from "../../support/technicians.ts";
import { toasts } from "../support/account.ts";
import { enter, press } from "../support/keyboard.ts";
import { expect, listRows, openOffice, test } from "../support/office.ts";

async function writeMessage({ sql }: Shop, technician: StoredTechnician, name: string, message: string) {
  await sql`
    insert into messages (technician_id, name, email, phone, message)
    values (${technician.id}, ${name}, ${`${randomUUID()}@exemple.bf`}, '70 11 22 33', ${message})`;
}

test("a message comes in by itself, is forwarded, read and deleted by keyboard, and the list is where it was", async ({
  page,
  shop,
  administrator,
}) => {
  const word = `fuite-${randomUUID().slice(0, 8)}`;
  const technician = await createTechnician(shop.sql, { email: "technicien@exemple.bf" });
  await writeMessage(shop, technician, "Ali Bance", `Bonjour,\nune ${word} <b>sous l'évier</b>.`);
  await expect
    .poll(
      () => shop.sql`
      select from mails m join messages t on t.id = m.subject_id
      where t.message like ${`%${word}%`} and m.sent_at is not null`,
    )
    .toHaveLength(1);
  const list = `/admin/messages?search=${word}&status=unread`;
  await openOffice(page, shop, await administrator(), list);
  await expect(listRows(page)).toHaveCount(1);
  await writeMessage(shop, technician, "Awa Zida", `Encore une ${word}`);
  await expect(listRows(page)).toHaveCount(2);

  await enter(page, page.getByRole("link", { name: "Non lu : Ali Bance" }));
  const region = page.getByRole("region", { name: "Ali Bance" });
  await expect(region).toContainText(`une ${word} <b>sous l'évier</b>.`);
  await expect(region).toContainText(/Transmispar email le \d\d\/\d\d\/\d{4}/);
  const readers = () => shop.sql`
    select name from messages where message like ${`%${word}%`} and read_at is not null`;
  await expect.poll(readers).toEqual([{ name: "Ali Bance" }]);
  await enter(page, region.getByRole("button", { name: "Marquer comme non lu" }));
  await expect(page).toHaveURL(list);
  await expect(listRows(page)).toHaveCount(2);

  await enter(page, page.getByRole("link", { name: "Non lu : Awa Zida" }));
  const remove = page.getByRole("button", { name: "Supprimer" });
  await enter(page, remove);
  const dialog = page.getByRole("dialog", { name: "Supprimer ce message ?" });
  await expect(dialog).toContainText("Le message de Awa Zida");
  await press(page, "Escape");
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
  await press(page, "Enter");
  await enter(page, dialog.getByRole("button", { name: "Supprimer" }));
  await expect(toasts(page)).toContainText("Message supprimé");
  await expect(page).toHaveURL(list);
  await expect(listRows(page)).toHaveCount(1);
  await shop.sql`delete from messages where technician_id = ${technician.id}`;
  await shop.sql`delete from technician_profiles where id = ${technician.id}`;
});
