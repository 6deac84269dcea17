/**
 * Where the sign-in page leads: on within this shop, and nowhere else. Each sort of address that could lead away is
 * tried below the browser, beside safeReturnUrl; here a browser itself reads a few.
 */
import { expect, test } from "../support/shopper.ts";

const ATTACKS = ["//evil.example", "javascript:alert(document.domain)", "/\t/evil.example"];

test("who signs in on a poisoned address stays in the shop, and who is signed in already as well", async ({
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
