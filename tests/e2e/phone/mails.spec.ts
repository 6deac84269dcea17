/** The mails stored on this machine, and their layout as a mail program shows them. */

import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { toCartLine } from "#tests/support/browser-storage.ts";
import { expectConfirmed, getConfirmButton, openCheckout } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { readMails } from "#tests/support/mails.ts";
import { listOrders } from "#tests/support/orders.ts";

test("every kind of mail is listed, opens, and fits this width", async ({
  page,
  shop,
  createProduct,
  customer,
}) => {
  const account = await customer();
  await openCheckout(
    page,
    shop,
    account,
    toCartLine(await createProduct()),
    toCartLine(await createProduct(), 3),
  );
  await getConfirmButton(page).click();
  await expect.poll(async () => (await listOrders(shop.sql, account)).length).toBe(1);
  const [order] = await listOrders(shop.sql, account);
  await expectConfirmed(page, order);
  await shop.sql`update orders set status = 'completed' where id = ${order?.id ?? ""}`;
  const visitor = `Moussa <b>${randomUUID().slice(0, 8)}</b>`;
  await shop.sql`
    insert into messages (technician_id, name, email, phone, message)
    select technician_id, ${visitor}, 'moussa@exemple.bf', '70 11 22 33', ${`Bonjour,\n<script>alert(1)</script> ${visitor}`}
    from technician_contacts where email is not null limit 1`;
  const subjects = [
    `Votre commande ${order?.number} est bien enregistrée`,
    `Que pensez-vous de votre commande ${order?.number}\u00a0?`,
    "Yaaré\u00a0: nouveau message d'un visiteur",
  ];
  await expect
    .poll(async () => (await readMails(shop.dataDir)).map(({ subject }) => subject))
    .toEqual(expect.arrayContaining(subjects));

  for (const subject of subjects) {
    await page.goto(shop.getMailsUrl());
    // Other tests write to technicians, too.
    await page.getByRole("link", { name: subject }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(subject);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await expect(page.locator("iframe").contentFrame().getByRole("heading", { level: 1 })).toBeVisible();
  }

  await page.goto("about:blank");
  const technicians = join(shop.dataDir, "mails");
  let buttons = 0;
  for (const file of await readdir(technicians)) {
    const { html, subject = "" } = await PostalMime.parse(await readFile(join(technicians, file)));
    if (!subjects.includes(subject)) continue;
    // A mail program shows the mail within its own page.
    await page.setContent(
      (html ?? "").replace(/<body[^>]*>/, "$&<main>").replace("</body>", "</main></body>"),
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    for (const button of await page.getByRole("link", { name: /Donner mon avis|Suivre ma commande/ }).all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      buttons += 1;
    }
  }
  expect(buttons).toBeGreaterThan(1);
});
