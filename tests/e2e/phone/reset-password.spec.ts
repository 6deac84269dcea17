/** Password reset, from the sign-in page to the account, by keyboard alone. */

import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { signInOverApi } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { getRecipient, readMails } from "#tests/support/mails.ts";

test("a customer requests a link, follows it and chooses a new password", async ({
  page,
  shop,
  customer,
}) => {
  const account = await customer();
  await page.goto("/login");
  const link = page.getByRole("link", { name: "Mot de passe oublié ?" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/reset-password");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mot de passe oublié ?");
  const email = page.getByLabel("Email");
  await email.focus();
  await page.keyboard.type("nulle part");
  await page.keyboard.press("Enter");
  await expect(email).toHaveAccessibleDescription("Email invalide");

  await email.fill(account.email.toUpperCase());
  await page.keyboard.press("Enter");
  const sent = page.getByRole("status").filter({ hasText: "Regardez votre boîte mail" });
  await expect(sent).toBeFocused();
  await expect(sent).toContainText(account.email);

  const mailOf = async () =>
    (await readMails(shop.dataDir)).find(
      (mail) => getRecipient(mail) === account.email && /mot de passe/.test(mail.subject ?? ""),
    );
  await expect.poll(mailOf).toBeTruthy();
  const address = /http\S+\/auth\/v1\/verify\S+/.exec((await mailOf())?.text ?? "")?.[0] ?? "";
  // The mail contains the shop's public URL, which has another port in a test.
  await page.goto(shop.url + new URL(address).pathname + new URL(address).search);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choisissez un nouveau mot de passe");
  await expect(page.getByText(`Pour le compte ${account.email}.`)).toBeVisible();
  // auth-js removes the session from the URL and leaves an empty fragment.
  await expect(page).toHaveURL(/\/reset-password#?$/);

  // A reload shows the same page.
  await page.reload();
  const password = page.getByLabel("Nouveau mot de passe", { exact: true });
  await password.focus();
  await page.keyboard.type("tout-neuf-1");
  await page.getByLabel("Confirmer le nouveau mot de passe").focus();
  await page.keyboard.type("tout-neuf-2");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Les mots de passe ne correspondent pas")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByLabel("Confirmer le nouveau mot de passe").fill("tout-neuf-1");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/account");
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Mot de passe modifié");
  await signInOverApi(shop, { email: account.email, password: "tout-neuf-1" });
});
