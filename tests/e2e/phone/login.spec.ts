/** Signing in and registering on a phone and on a desktop, and the two tabs that they stand in. */
import { expect, test } from "../support/shopper.ts";
import { settled } from "../support/storefront.ts";

test("a customer signs in, with the address in small letters, and gets where they were going", async ({
  page,
  customer,
}) => {
  const known = await customer();
  await page.goto("/login?returnUrl=/products%3Fsearch%3Dtube");
  const form = page.getByRole("tabpanel", { name: "Connexion" });
  await form.getByLabel("Email").fill(` ${known.email.toUpperCase()} `);
  await form.getByLabel("Mot de passe").fill(known.password);
  const sent = page.waitForRequest("**/auth/v1/token?grant_type=password");
  await form.getByRole("button", { name: "Se connecter" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ email: known.email, password: known.password });
  await expect(page).toHaveURL("/products?search=tube");
  await expect(
    page.getByRole("banner").getByRole("button", { name: known.email.split("@")[0] ?? "" }),
  ).toBeVisible();
});

test("the tabs stand in the address and are moved by arrow keys; the passwords can be shown", async ({
  page,
}) => {
  await page.goto("/login?returnUrl=/checkout");
  await settled(page);
  const [signIn, signUp] = [
    page.getByRole("tab", { name: "Connexion" }),
    page.getByRole("tab", { name: "Inscription" }),
  ];
  await expect(signIn).toHaveAttribute("aria-selected", "true");
  await signIn.focus();
  await page.keyboard.press("ArrowRight");
  await expect(signUp).toBeFocused();
  await expect(signUp).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL("/login?returnUrl=%2Fcheckout&tab=inscription");
  await expect(page.getByRole("tabpanel", { name: "Inscription" }).getByLabel("Prénom")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(signIn).toBeFocused();
  await expect(page).toHaveURL("/login?returnUrl=%2Fcheckout");

  await page.goto("/login?tab=inscription");
  await expect(signUp).toHaveAttribute("aria-selected", "true");
  const password = page.getByLabel("Mot de passe", { exact: true });
  await password.fill("secret1");
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Afficher" }).first().click();
  await expect(password).toHaveAttribute("type", "text");
});
