/** «Messages»: found, filtered and paged in the address, read, answered and deleted, and what cannot be changed. */
import { randomUUID } from "node:crypto";
import type { Sql } from "../../backend/core/database.ts";
import { createTechnician } from "../support/technicians.ts";
import {
  expectFailure,
  expectNoDialog,
  expectRows,
  expectToast,
  findDialog,
  listRows,
  press,
} from "./support/admin-lists.ts";
import { expect, expectLogged, fill, screen, test, waitFor } from "./support/screen.ts";

const LIST = "/admin/messages";
const READ = /\/rest\/v1\/(messages|rpc\/search_messages)\?/;

/** So many messages to a technician who has an address, the first one the newest; the word finds them. */
async function writeMessages(sql: Sql, word: string, count: number, readAt: Date | null = null) {
  const { id } = await createTechnician(sql, { email: "technicien@exemple.bf" });
  await sql`
    insert into messages (technician_id, name, email, phone, message, created_at, read_at)
    select ${id}, 'Ali ' || to_char(n, 'FM00'), 'ali-' || n || ${`-${word}@exemple.bf`}, '70 11 22 33',
      ${`Bonjour,\nune ${word} <b>sous l'évier</b>.`} || n, now() - n * interval '2 hours', ${readAt}::timestamptz
    from generate_series(1, ${count}::integer) n`;
}

test("messages are found, filtered and paged in the address, and marked where they stand", async ({
  open,
  shop,
  administrator,
}) => {
  await writeMessages(shop.sql, "fuite", 27);
  await shop.sql`update messages set read_at = now() where name = 'Ali 02' and message like '%fuite%'`;
  const { user } = await open(LIST, { as: await administrator() });
  await screen.findByRole("heading", { level: 1, name: "Messages" });
  const state = screen.getByRole("combobox", { name: "Lecture" });
  const names = () => listRows().map((row) => row.querySelector("th")?.textContent);
  await fill(user, screen.getByRole("searchbox", { name: "Rechercher un message" }), "FUITE");
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
  await press(user, "Marquer comme non lu : Ali 02");
  await screen.findByText("Aucun message ne correspond à ces critères.");

  const again = await open(`${LIST}?status=unread&search=ali-2-fuite`);
  await waitFor(() => expect(names()).toEqual(["Non lu : Ali 02"]));
  expect(screen.getByRole("combobox", { name: "Lecture" })).toHaveValue("unread");
  await press(again.user, "Marquer comme lu : Ali 02");
  await waitFor(() => expect(names()).toEqual([]));
  await again.user.click(screen.getByRole("link", { name: "Effacer" }));
  await waitFor(() => expect(window.location.search).toBe(""));
  expect(screen.getByRole("combobox", { name: "Lecture" })).toHaveValue("");
  await waitFor(() => expect(names()).not.toEqual([]));
});

test("a message is read when it is opened, can be answered three ways, and is unread again on demand", async ({
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
  await press(user, "Marquer comme non lu", region);
  await waitFor(() => expect(window.location.search).toBe("?search=panne&status=unread"));
  await expectRows("Ali 01", "Ali 02");
  expect(await read()).toEqual([false, false]);
});

test("what cannot be read or changed says so, and nothing is lost", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  await writeMessages(shop.sql, "secours", 1, new Date());
  await shop.sql`delete from mails where subject_id = (select id from messages where message like '%secours%')`;
  const mend = shop.network.fail(READ);
  const { user } = await open(`${LIST}?search=secours`, { as: await administrator() });
  await expectFailure("Erreur", "Impossible de charger les messages");
  await expectLogged(errors, /load messages/);
  mend();
  await press(user, "Réessayer", await screen.findByRole("main"));
  await user.click(await screen.findByRole("link", { name: "Ali 01" }));
  await screen.findByText("Pas transmis");
  const refusal = { code: "23503", message: "Refusé par la base" };
  const allow = shop.network.answer(READ, () => Response.json(refusal, { status: 403 }), "DELETE");
  await press(user, "Supprimer");
  const question = await findDialog("Supprimer ce message ?");
  expect(question).toHaveTextContent("Le message de Ali 01");
  await press(user, "Supprimer", question);
  await expectFailure("Erreur", "Refusé par la base");
  await expectNoDialog();
  allow();
  const restore = shop.network.cut(READ, "PATCH");
  await press(user, "Marquer comme non lu");
  await expectFailure("Erreur", "Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.");
  restore();
  await expectLogged(errors, /office: Marquer comme non lu/);
  expect(await shop.sql`select from messages where message like '%secours%'`).toHaveLength(1);
  await press(user, "Supprimer");
  await press(user, "Supprimer", await findDialog("Supprimer ce message ?"));
  await expectToast("Message supprimé");
  await waitFor(() => expect(window.location.search).toBe("?search=secours"));
  expect(await shop.sql`select from messages where message like '%secours%'`).toHaveLength(0);
  await expectLogged(errors, /office: Supprimer le message/);
});

test("a message that is not there says so", async ({ open, administrator }) => {
  const me = await administrator();
  for (const id of [randomUUID(), "nimporte-quoi"]) {
    await open(`${LIST}/${id}`, { as: me });
    await screen.findByText("Ce message n'existe pas ou plus.");
  }
});
