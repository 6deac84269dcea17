/** «E-mails»: what the shop has written is found by its recipient and state, and what did not leave is tried again. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Shop } from "../../support/shop.ts";
import { errorToast, orderFor } from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { enter } from "../support/keyboard.ts";
import { expect, expectScreen, forgive, listRows, openOffice, test } from "../support/office.ts";

const toastOf = (page: Page) => page.getByRole("region", { name: "Notifications" });

/** A mail that was given up after many attempts. */
async function giveUp({ sql }: Shop, mail: { subject_id: string; kind: string; recipient: string }) {
  await sql`insert into mails ${sql({
    ...mail,
    attempts: 16,
    failed_at: new Date(),
    last_error: "The mail server answered 550 (EENVELOPE)",
  })}`;
}

test("mails are found by recipient and state, and one that was given up leaves at the press of a button", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const word = randomUUID().slice(0, 8);
  const order = await orderFor(shop, await customer(), { lines: [{ goods: await goods(), quantity: 1 }] });
  const recipient = `${word}-awa@exemple.bf`;
  await giveUp(shop, { subject_id: order.id, kind: "order_confirmation", recipient });
  await giveUp(shop, {
    subject_id: randomUUID(),
    kind: "account_recovery",
    recipient: `${word}-ali@exemple.bf`,
  });
  const messageId = randomUUID();
  await shop.sql`
    insert into mails (subject_id, kind, recipient, attempts, next_attempt_at, last_error)
    values (${messageId}, 'technician_message', ${`${word}-issa@exemple.bf`}, 3, now() + interval '5 hours', 'No answer (ETIMEDOUT)')`;
  await openOffice(page, shop, await administrator(), "/admin/mails");
  await expectScreen(page, "E-mails");
  const rows = listRows(page);
  const state = page.getByRole("combobox", { name: "État" });
  await page.getByRole("searchbox", { name: "Rechercher un destinataire" }).fill(word);
  await expect(page).toHaveURL(`/admin/mails?search=${word}`);
  await expect(rows).toHaveCount(3);
  const waiting = rows.filter({ hasText: "-issa" });
  await expect(waiting).toContainText(/En attente.*3 essais, le prochain le .*ne répond pas \(ETIMEDOUT\)/);
  await expect(waiting.getByRole("link", { name: "Message à un technicien" })).toHaveAttribute(
    "href",
    `/admin/messages/${messageId}`,
  );
  // Its code is no longer good: another one is asked for by its owner alone.
  const account = rows.filter({ hasText: "-ali" });
  await expect(account).toContainText("Nouveau mot de passe");
  await expect(account).toContainText("La personne peut en demander un nouveau.");
  await expect(account.getByRole("button")).toHaveCount(0);
  await state.selectOption({ label: "Échec" });
  await expect(page).toHaveURL(`/admin/mails?search=${word}&status=failed`);
  await expect(rows).toHaveCount(2);
  const given = rows.filter({ hasText: recipient });
  await expect(given).toContainText(/Échec.*abandonné le .*16 essais.*a refusé le message \(550\)/);
  await expect(given.getByRole("link")).toHaveText(`Confirmation de commande ${order.number}`);
  await expectNoFindings(page);
  await enter(
    page,
    given.getByRole("button", { name: `Réessayer : Confirmation de commande à ${recipient}` }),
  );
  await expect(toastOf(page)).toContainText("Nouvel essai demandé");
  await expect(rows).toHaveCount(1);
  await expect
    .poll(
      async () =>
        (await shop.sql`select from mails where recipient = ${recipient} and sent_at is not null`).length,
      {
        timeout: 30_000,
      },
    )
    .toBe(1);
  await state.selectOption({ label: "Envoyé" });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(/Envoyéle \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await expect(rows.getByRole("button")).toHaveCount(0);
  await page.goto("/admin/mails?search=zzqqxx");
  await expect(page.getByText("Aucun e-mail ne correspond à ces critères.")).toBeVisible();
});

test("the outbox is paged, shows no content, and says what failed", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const MAILS = /\/rest\/v1\/(mails|rpc\/search_mails)\?/;
  const word = randomUUID().slice(0, 8);
  await shop.sql`
    insert into mails (subject_id, kind, recipient, payload, sent_at, failed_at, attempts)
    select gen_random_uuid(), 'account_sign_in', ${word} || '-page-' || n || '@exemple.bf', '{"link": "secret"}', now(), null, 1
    from generate_series(1, 26) n`;
  const subject = randomUUID();
  await giveUp(shop, {
    subject_id: subject,
    kind: "order_confirmation",
    recipient: `${word}-late@exemple.bf`,
  });
  await page.route(MAILS, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await openOffice(page, shop, await administrator(), `/admin/mails?search=${word}`);
  await expect(errorToast(page)).toHaveText("ErreurImpossible de charger les e-mails");
  await expectNoFindings(page);
  await page.unroute(MAILS);
  const answers: string[] = [];
  page.on("response", async (response) => MAILS.test(response.url()) && answers.push(await response.text()));
  await page.getByRole("main").getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("navigation", { name: "Pages" })).toContainText("1 à 25");
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  expect(answers.join()).not.toContain("secret");
  const retry = page.getByRole("button", {
    name: `Réessayer : Confirmation de commande à ${word}-late@exemple.bf`,
  });
  await page.route(MAILS, (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.fallback(),
  );
  await enter(page, retry);
  await expect(errorToast(page).first()).toContainText("Le serveur ne répond pas");
  await page.unroute(MAILS);
  // The list has been read again: what happens from now on it does not know.
  await expect(retry).toHaveAttribute("aria-busy", "false");
  await shop.sql`update mails set sent_at = now() where subject_id = ${subject}`;
  await enter(page, retry, "Shift+Tab");
  await expect(errorToast(page).first()).toHaveText("ErreurCet e-mail est déjà parti.");
  await expect(retry).toHaveCount(0);
  await page.getByRole("link", { name: "Suivant" }).click();
  await expect(listRows(page)).toHaveCount(2);
  await shop.sql`delete from mails where recipient like ${`%${word}%`}`;
  forgive(pageErrors, /status of 500|load mails|ERR_FAILED|office: /);
});
