/** «E-mails»: one that was given up leaves at the press of a button. */
import { randomUUID } from "node:crypto";
import { orderFor, toasts } from "../support/account.ts";
import { enter, write } from "../support/keyboard.ts";
import { expect, expectScreen, listRows, openOffice, test } from "../support/office.ts";

test("a mail that was given up is found and leaves at the press of a button", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const word = randomUUID().slice(0, 8);
  const order = await orderFor(shop, await customer(), { lines: [{ goods: await goods(), quantity: 1 }] });
  const recipient = `${word}-awa@exemple.bf`;
  await shop.sql`insert into mails ${shop.sql({
    subject_id: order.id,
    kind: "order_confirmation",
    recipient,
    attempts: 16,
    failed_at: new Date(),
    last_error: "The mail server answered 550 (EENVELOPE)",
  })}`;
  await openOffice(page, shop, await administrator(), "/admin/mails?status=failed");
  await expectScreen(page, "E-mails");
  const rows = listRows(page);
  await write(page, page.getByRole("searchbox", { name: "Rechercher un destinataire" }), word);
  await expect(page).toHaveURL(`/admin/mails?status=failed&search=${word}`);
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole("link")).toHaveText(`Confirmation de commande ${order.number}`);
  await enter(
    page,
    rows.getByRole("button", { name: `Réessayer : Confirmation de commande à ${recipient}` }),
  );
  await expect(toasts(page)).toContainText("Nouvel essai demandé");
  await expect(rows).toHaveCount(0);
  await expect
    .poll(() => shop.sql`select from mails where recipient = ${recipient} and sent_at is not null`)
    .toHaveLength(1);
  await page.getByRole("combobox", { name: "État" }).selectOption({ label: "Envoyé" });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(/Envoyéle \d\d\/\d\d\/\d{4} \d\d:\d\d/);
});
