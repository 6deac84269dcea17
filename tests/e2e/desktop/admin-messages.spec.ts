/** «Messages»: what visitors wrote to technicians is found, read, answered and deleted. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Shop } from "../../support/shop.ts";
import { errorToast } from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { enter, press, reach } from "../support/keyboard.ts";
import { expect, expectScreen, forgive, listRows, openOffice, test } from "../support/office.ts";

const LIST = /\/rest\/v1\/(messages|rpc\/search_messages)\?/;
const toastOf = (page: Page) => page.getByRole("region", { name: "Notifications" });

/** So many messages to a technician who has an address, the first one the newest; a word of theirs finds them. */
async function writeMessages(
  shop: Shop,
  count: number,
  isRead = false,
  word = `fuite-${randomUUID().slice(0, 8)}`,
): Promise<string> {
  await shop.sql`
    insert into messages (technician_id, name, email, phone, message, created_at, read_at)
    select c.technician_id, 'Ali ' || to_char(n, 'FM00'), 'ali-' || n || ${`-${word}@exemple.bf`}, '70 11 22 33',
      ${`Bonjour,\nune ${word} <b>sous l'évier</b>.`} || n, now() - n * interval '2 hours',
      ${isRead ? new Date() : null}::timestamptz
    from generate_series(1, ${count}::integer) n, (select technician_id from technician_contacts where email is not null limit 1) c`;
  return word;
}

test("messages are found, filtered and paged in the address, and marked where they stand", async ({
  page,
  shop,
  administrator,
}) => {
  const word = await writeMessages(shop, 27);
  await shop.sql`update messages set read_at = now() where name = 'Ali 02' and message like ${`%${word}%`}`;
  await openOffice(page, shop, await administrator(), "/admin/messages");
  await expectScreen(page, "Messages");
  const search = page.getByRole("searchbox", { name: "Rechercher un message" });
  const state = page.getByRole("combobox", { name: "Lecture" });
  const rows = listRows(page);
  await search.fill(word.toUpperCase());
  await expect(page).toHaveURL(`/admin/messages?search=${word.toUpperCase()}`);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages).toContainText("1 à 25");
  await expect(rows.first().getByRole("rowheader")).toHaveText("Non lu : Ali 01");
  await expect(rows.nth(1).getByRole("rowheader")).toHaveText("Ali 02");
  await pages.getByRole("link", { name: "Suivant" }).click();
  await expect(rows).toHaveCount(2);
  await expect(pages).toContainText("26 à 27");
  // By itself, as somebody writes.
  await writeMessages(shop, 1, false, word);
  await expect(rows).toHaveCount(3);
  await pages.getByRole("link", { name: "Précédent" }).click();
  await state.selectOption({ label: "Lus" });
  await expect(page).toHaveURL(`/admin/messages?search=${word.toUpperCase()}&status=read`);
  await expect(rows).toHaveCount(1);
  await rows.getByRole("button", { name: "Marquer comme non lu : Ali 02" }).click();
  await expect(page.getByText("Aucun message ne correspond à ces critères.")).toBeVisible();
  await page.goto(`/admin/messages?status=unread&search=ali-2-${word}`);
  await expect(state).toHaveValue("unread");
  await expect(rows).toHaveCount(1);
  await rows.getByRole("button", { name: "Marquer comme lu : Ali 02" }).click();
  await expect(rows).toHaveCount(0);
  await page.getByRole("link", { name: "Effacer" }).click();
  await expect(page).toHaveURL("/admin/messages");
  await expect(state).toHaveValue("");
  await expect(rows.first()).toBeVisible();
});

test("a message is read, answered and deleted by keyboard, and the list is where it was", async ({
  page,
  shop,
  administrator,
}) => {
  const word = await writeMessages(shop, 2);
  await openOffice(page, shop, await administrator(), `/admin/messages?search=${word}&status=unread`);
  await enter(page, page.getByRole("link", { name: "Non lu : Ali 01" }));
  const region = page.getByRole("region", { name: "Ali 01" });
  await expect(region).toContainText(`une ${word} <b>sous l'évier</b>.1`);
  const stored = () =>
    shop.sql`select read_at from messages where message like ${`%${word}%`} order by created_at desc`;
  await expect
    .poll(async () => (await stored()).map(({ read_at }) => read_at !== null))
    .toEqual([true, false]);
  await expect(region.getByRole("link", { name: "Répondre par email" })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:ali-1-${word}@exemple.bf\\?subject=Votre%20message`),
  );
  await expect(region.getByRole("link", { name: "Appeler" })).toHaveAttribute("href", "tel:+22670112233");
  await expect(region.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/22670112233\?text=Bonjour%20Ali/,
  );
  // The mail leaves by itself; its state is read with the screen.
  await expect(async () => {
    await page.reload();
    await expect(region).toContainText(/Transmispar email le \d\d\/\d\d\/\d{4}/, { timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  await expectNoFindings(page);
  await enter(page, region.getByRole("button", { name: "Marquer comme non lu" }));
  await expect(page).toHaveURL(`/admin/messages?search=${word}&status=unread`);
  await expect(listRows(page)).toHaveCount(2);
  await expectNoFindings(page);

  await enter(page, page.getByRole("link", { name: "Non lu : Ali 02" }));
  const remove = page.getByRole("button", { name: "Supprimer" });
  await enter(page, remove);
  const dialog = page.getByRole("dialog", { name: "Supprimer ce message ?" });
  await expect(dialog).toContainText("Le message de Ali 02");
  await expectNoFindings(page);
  await press(page, "Escape");
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
  await press(page, "Enter");
  await reach(page, dialog.getByRole("button", { name: "Supprimer" }));
  await page.keyboard.press("Enter");
  await expect(toastOf(page)).toContainText("Message supprimé");
  await expect(page).toHaveURL(`/admin/messages?search=${word}&status=unread`);
  await expect(listRows(page)).toHaveCount(1);
  expect(await stored()).toHaveLength(1);
});

test("what cannot be read or changed says so, and nothing is lost", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const word = await writeMessages(shop, 1, true);
  await shop.sql`delete from mails where subject_id = (select id from messages where message like ${`%${word}%`})`;
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await openOffice(page, shop, await administrator(), `/admin/messages?search=${word}`);
  await expect(errorToast(page)).toHaveText("ErreurImpossible de charger les messages");
  await expectNoFindings(page);
  await page.unroute(LIST);
  await page.getByRole("main").getByRole("button", { name: "Réessayer" }).click();
  await page.getByRole("link", { name: "Ali 01" }).click();
  await expect(page.getByText("Pas transmis")).toBeVisible();
  await page.route(LIST, (route) =>
    route.request().method() === "GET"
      ? route.fallback()
      : route.fulfill({ status: 403, json: { code: "23503", message: "Refusé par la base" } }),
  );
  await page.getByRole("button", { name: "Supprimer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).dblclick();
  await expect(errorToast(page).first()).toHaveText("ErreurRefusé par la base");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.unroute(LIST);
  await page.route(LIST, (route) => (route.request().method() === "GET" ? route.fallback() : route.abort()));
  await page.getByRole("button", { name: "Marquer comme non lu" }).click();
  await expect(errorToast(page).first()).toContainText("Le serveur ne répond pas");
  await page.unroute(LIST);
  expect(await shop.sql`select from messages where message like ${`%${word}%`}`).toHaveLength(1);
  for (const id of [randomUUID(), "nimporte-quoi"]) {
    await page.goto(`/admin/messages/${id}`);
    await expect(page.getByText("Ce message n'existe pas ou plus.")).toBeVisible();
  }
  forgive(pageErrors, /status of (500|403)|ERR_FAILED|load messages|office: /);
});
