/**
 * Admin messages: searched, filtered and paged by the URL, read, answered and deleted, and failed changes.
 */
import { randomUUID } from "node:crypto";
import type { Sql } from "#backend/core/database/database.ts";
import {
  clickButton,
  expectNoDialog,
  expectRows,
  findDialog,
  queryRows,
} from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  screen,
  testWithOwnShop as test,
  waitFor,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";
import { createTechnician } from "#tests/support/technicians.ts";

const LIST = "/admin/messages";
const READ = /\/rest\/v1\/(messages|rpc\/search_messages)\?/;

/**
 * Inserts this many messages to a technician with an e-mail, the first one the newest; the word finds them.
 */
async function writeMessages(sql: Sql, uniqueWord: string, count: number, readAt: Date | null = null) {
  const { id } = await createTechnician(sql, { email: "technicien@exemple.bf" });
  await sql`
    insert into messages (technician_id, name, email, phone, message, created_at, read_at)
    select ${id}, 'Ali ' || to_char(n, 'FM00'), 'ali-' || n || ${`-${uniqueWord}@exemple.bf`}, '70 11 22 33',
      ${`Bonjour,\nune ${uniqueWord} <b>sous l'évier</b>.`} || n, now() - n * interval '2 hours', ${readAt}::timestamptz
    from generate_series(1, ${count}::integer) n`;
}

test("messages are searched, filtered and paged by the URL, and marked in the list", async ({
  open,
  shop,
  administrator,
}) => {
  await writeMessages(shop.sql, "fuite", 27);
  await shop.sql`update messages set read_at = now() where name = 'Ali 02' and message like '%fuite%'`;
  const { user } = await open(LIST, { as: await administrator() });
  await screen.findByRole("heading", { level: 1, name: "Messages" });
  const state = screen.getByRole("combobox", { name: "Lecture" });
  const names = () => queryRows().map((row) => row.querySelector("th")?.textContent);
  await fillField(user, screen.getByRole("searchbox", { name: "Rechercher un message" }), "FUITE");
  await screen.findByRole("link", { name: "Effacer" });
  expect(window.location.search).toBe("?search=FUITE");
  await waitFor(() => expect(names()).toHaveLength(25));
  expect(names().slice(0, 2)).toEqual(["Non lu : Ali 01", "Ali 02"]);
  expect(screen.getByRole("navigation", { name: "Pages" })).toHaveTextContent("1 à 25");
  await user.click(screen.getByRole("link", { name: "Suivant" }));
  await waitFor(() => expect(names()).toEqual(["Non lu : Ali 26", "Non lu : Ali 27"]));
  expect(screen.getByRole("navigation", { name: "Pages" })).toHaveTextContent("26 à 27");
  await user.click(screen.getByRole("link", { name: "Précédent" }));
  await user.selectOptions(state, "Lus");
  await waitFor(() => expect(window.location.search).toBe("?search=FUITE&status=read"));
  await waitFor(() => expect(names()).toEqual(["Ali 02"]));
  await clickButton(user, "Marquer comme non lu : Ali 02");
  await screen.findByText("Aucun message ne correspond à ces critères.");

  const again = await open(`${LIST}?status=unread&search=ali-2-fuite`);
  await waitFor(() => expect(names()).toEqual(["Non lu : Ali 02"]));
  expect(screen.getByRole("combobox", { name: "Lecture" })).toHaveValue("unread");
  await clickButton(again.user, "Marquer comme lu : Ali 02");
  await waitFor(() => expect(names()).toEqual([]));
  await again.user.click(screen.getByRole("link", { name: "Effacer" }));
  await waitFor(() => expect(window.location.search).toBe(""));
  expect(screen.getByRole("combobox", { name: "Lecture" })).toHaveValue("");
  await waitFor(() => expect(names()).not.toEqual([]));
});

test("a message is marked as read when it is opened, offers three ways to answer, and can be marked as unread", async ({
  open,
  shop,
  administrator,
}) => {
  await writeMessages(shop.sql, "panne", 2);
  const { user } = await open(`${LIST}?search=panne&status=unread`, { as: await administrator() });
  await user.click(await screen.findByRole("link", { name: "Non lu : Ali 01" }));
  const region = await screen.findByRole("region", { name: "Ali 01" });
  expect(region).toHaveTextContent("une panne <b>sous l'évier</b>.1");
  expect(region).toHaveTextContent("En attente");
  const read = async () => {
    const rows = await shop.sql<{ is_read: boolean }[]>`
      select read_at is not null as is_read from messages where message like '%panne%' order by created_at desc`;
    return rows.map(({ is_read }) => is_read);
  };
  await expect.poll(read).toEqual([true, false]);
  const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(link("Répondre par email")).toMatch(/^mailto:ali-1-panne@exemple.bf\?subject=Votre%20message/);
  expect(link("Appeler")).toBe("tel:+22670112233");
  expect(link("WhatsApp")).toMatch(/^https:\/\/wa\.me\/22670112233\?text=Bonjour%20Ali/);
  await clickButton(user, "Marquer comme non lu", region);
  await waitFor(() => expect(window.location.search).toBe("?search=panne&status=unread"));
  await expectRows("Ali 01", "Ali 02");
  expect(await read()).toEqual([false, false]);
});

test("a failed read or change is reported, and nothing is lost", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  await writeMessages(shop.sql, "secours", 1, new Date());
  await shop.sql`delete from mails where subject_id = (select id from messages where message like '%secours%')`;
  const restoreReads = shop.network.fail(READ);
  const { user } = await open(`${LIST}?search=secours`, { as: await administrator() });
  await expectNewestErrorToast("Erreur", "Impossible de charger les messages");
  await expectLoggedError(errors, /load messages/);
  restoreReads();
  await clickButton(user, "Réessayer", await screen.findByRole("main"));
  await user.click(await screen.findByRole("link", { name: "Ali 01" }));
  await screen.findByText("Pas transmis");
  const rejection = { code: "23503", message: "Refusé par la base" };
  const restoreDeletes = shop.network.respond(
    READ,
    () => Response.json(rejection, { status: 403 }),
    "DELETE",
  );
  await clickButton(user, "Supprimer");
  const confirmDialog = await findDialog("Supprimer ce message ?");
  expect(confirmDialog).toHaveTextContent("Le message de Ali 01");
  await clickButton(user, "Supprimer", confirmDialog);
  await expectNewestErrorToast("Erreur", "Refusé par la base");
  await expectNoDialog();
  restoreDeletes();
  const restoreWrites = shop.network.disconnect(READ, "PATCH");
  await clickButton(user, "Marquer comme non lu");
  await expectNewestErrorToast("Erreur", "Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.");
  restoreWrites();
  await expectLoggedError(errors, /admin: Marquer comme non lu/);
  expect(await shop.sql`select from messages where message like '%secours%'`).toHaveLength(1);
  await clickButton(user, "Supprimer");
  await clickButton(user, "Supprimer", await findDialog("Supprimer ce message ?"));
  await expectNewestToast("Message supprimé");
  await waitFor(() => expect(window.location.search).toBe("?search=secours"));
  expect(await shop.sql`select from messages where message like '%secours%'`).toHaveLength(0);
  await expectLoggedError(errors, /admin: Supprimer le message/);
});

test("a message that does not exist says so", async ({ open, administrator }) => {
  const me = await administrator();
  for (const id of [randomUUID(), "nimporte-quoi"]) {
    await open(`${LIST}/${id}`, { as: me });
    await screen.findByText("Ce message n'existe pas ou plus.");
  }
});
