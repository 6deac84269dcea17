/** Signing in and registering, from the form to the database. */
import { randomUUID } from "node:crypto";
import { expect, test } from "#tests/support/e2e/fixtures.ts";

test("a customer signs in with a lower-cased e-mail address and is redirected to the page they wanted", async ({
  page,
  customer,
}) => {
  const account = await customer();
  await page.goto("/login?returnUrl=/products%3Fsearch%3Dtube");
  const form = page.getByRole("tabpanel", { name: "Connexion" });
  await form.getByLabel("Email").fill(` ${account.email.toUpperCase()} `);
  await form.getByLabel("Mot de passe").fill(account.password);
  const sent = page.waitForRequest("**/auth/v1/token?grant_type=password");
  await form.getByRole("button", { name: "Se connecter" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ email: account.email, password: account.password });
  await expect(page).toHaveURL("/products?search=tube");
  await expect(
    page.getByRole("banner").getByRole("button", { name: account.email.split("@")[0] ?? "" }),
  ).toBeVisible();
});

test("a visitor registers with a name and a phone number, sees a confirmation and is signed in", async ({
  page,
  shop,
}) => {
  const email = `Nouvelle.Cliente.${randomUUID().slice(0, 8)}@Exemple.bf`;
  await page.goto("/login");
  await page.getByRole("tab", { name: "Inscription" }).click();
  const form = page.getByRole("tabpanel", { name: "Inscription" });
  await form.getByLabel("Prénom").fill("Fatou");
  await form.getByLabel("Nom", { exact: true }).fill("Sawadogo");
  await form.getByLabel("Téléphone").fill("76 54 32 10");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Mot de passe", { exact: true }).fill("mot-de-passe-1");
  await form.getByLabel("Confirmer le mot de passe").fill("mot-de-passe-1");
  const sent = page.waitForRequest("**/auth/v1/signup*");
  await form.getByRole("button", { name: "Créer mon compte" }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    email: email.toLowerCase(),
    data: { first_name: "Fatou", last_name: "Sawadogo", phone: "+22676543210" },
  });
  await expect(page).toHaveURL("/");
  const toast = page.getByRole("listitem").filter({ hasText: "Inscription réussie" });
  await expect(toast).toContainText("Votre compte a été créé avec succès. Vous êtes maintenant connecté.");
  const profiles = await shop.sql`
    select first_name, last_name, phone from profiles where email = ${email.toLowerCase()}`;
  expect([...profiles]).toEqual([{ first_name: "Fatou", last_name: "Sawadogo", phone: "+22676543210" }]);
});
