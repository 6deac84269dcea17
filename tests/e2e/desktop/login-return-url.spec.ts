/**
 * Redirects of the sign-in page: within this shop and to no other origin. Every kind of malicious URL is
 * tested in the unit tests of toSafeReturnUrl; here a browser parses some of them.
 */
import { expect, test } from "#tests/support/e2e/fixtures.ts";

const ATTACKS = ["//evil.example", "javascript:alert(document.domain)", "/\t/evil.example"];

test("a malicious returnUrl stays in the shop, on sign-in and with a session", async ({
  page,
  shop,
  customer,
}) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(shop.url)) elsewhere.push(request.url());
  });
  page.on("dialog", (dialog) => {
    elsewhere.push(dialog.message());
    void dialog.dismiss();
  });
  const { email, password } = await customer();
  await page.goto(`/login?returnUrl=${encodeURIComponent("/\\evil.example/voleur")}`);
  const form = page.getByRole("tabpanel", { name: "Connexion" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Mot de passe").fill(password);
  await form.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL("/");
  for (const attack of ATTACKS) {
    await page.goto(`/login?returnUrl=${encodeURIComponent(attack)}`);
    await expect(page, attack).toHaveURL("/");
  }
  expect(elsewhere).toEqual([]);
});
