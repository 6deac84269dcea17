/** A forgotten password, from the sign-in page to the account: by keyboard alone. */
import { mailsIn, recipientOf } from "../../support/mails.ts";
import { expectNoFindings } from "../support/axe.ts";
import { expect, signInOver, test } from "../support/shopper.ts";

test("a customer asks for a link, follows it and chooses a new password", async ({
  page,
  shop,
  customer,
}) => {
  const known = await customer();
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

  await email.fill(known.email.toUpperCase());
  await page.keyboard.press("Enter");
  const sent = page.getByRole("status").filter({ hasText: "Regardez votre boîte mail" });
  await expect(sent).toBeFocused();
  await expect(sent).toContainText(known.email);

  const mailOf = async () =>
    (await mailsIn(shop.dataDir)).find(
      (mail) => recipientOf(mail) === known.email && /mot de passe/.test(mail.subject ?? ""),
    );
  await expect.poll(mailOf).toBeTruthy();
  const address = /http\S+\/auth\/v1\/verify\S+/.exec((await mailOf())?.text ?? "")?.[0] ?? "";
  // The mail names the shop's own address, which in a test is another port.
  await page.goto(shop.url + new URL(address).pathname + new URL(address).search);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choisissez un nouveau mot de passe");
  await expect(page.getByText(`Pour le compte ${known.email}.`)).toBeVisible();
  // auth-js takes the session out of the address and leaves its mark.
  await expect(page).toHaveURL(/\/reset-password#?$/);

  // Whoever loads the page again still stands here.
  await page.reload();
  const password = page.getByLabel("Nouveau mot de passe", { exact: true });
  await password.focus();
  await page.keyboard.type("tout-neuf-1");
  await page.getByLabel("Confirmer le nouveau mot de passe").focus();
  await page.keyboard.type("tout-neuf-2");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Les mots de passe ne correspondent pas")).toBeVisible();
  await expectNoFindings(page);
  await page.getByLabel("Confirmer le nouveau mot de passe").fill("tout-neuf-1");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/account");
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Mot de passe modifié");
  await signInOver(shop, { email: known.email, password: "tout-neuf-1" });
});
