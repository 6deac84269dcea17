/** Admin mails: a mail that failed for good is sent again. */
import { randomUUID } from "node:crypto";
import { createCustomerOrder } from "#tests/support/e2e/account.ts";
import { expectScreen, getListRows, openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { pressEnterOn, typeInto } from "#tests/support/e2e/keyboard.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";

test("a failed mail is found and sent again by its button", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  customer,
  administrator,
}) => {
  const uniqueWord = randomUUID().slice(0, 8);
  const order = await createCustomerOrder(shop, await customer(), {
    lines: [{ product: await createProduct(), quantity: 1 }],
  });
  const recipient = `${uniqueWord}-awa@exemple.bf`;
  await shop.sql`insert into mails ${shop.sql({
    subject_id: order.id,
    kind: "order_confirmation",
    recipient,
    attempts: 16,
    failed_at: new Date(),
    last_error: "The mail server answered 550 (EENVELOPE)",
  })}`;
  await openAdmin(page, shop, await administrator(), "/admin/mails?status=failed");
  await expectScreen(page, "E-mails");
  const rows = getListRows(page);
  await typeInto(page, page.getByRole("searchbox", { name: "Rechercher un destinataire" }), uniqueWord);
  await expect(page).toHaveURL(`/admin/mails?status=failed&search=${uniqueWord}`);
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole("link")).toHaveText(`Confirmation de commande ${order.number}`);
  await pressEnterOn(
    page,
    rows.getByRole("button", { name: `Réessayer : Confirmation de commande à ${recipient}` }),
  );
  await expect(getToasts(page)).toContainText("Nouvel essai demandé");
  await expect(rows).toHaveCount(0);
  await expect
    .poll(() => shop.sql`select from mails where recipient = ${recipient} and sent_at is not null`)
    .toHaveLength(1);
  await page.getByRole("combobox", { name: "État" }).selectOption({ label: "Gardé sur cette machine" });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(/Gardé sur cette machinele \d\d\/\d\d\/\d{4} \d\d:\d\d/);
});
