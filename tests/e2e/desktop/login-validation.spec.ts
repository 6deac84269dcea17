/** What the two forms of the sign-in page refuse before they send anything: each sentence beside its field. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

const signIn = (page: Page) => page.getByRole("tabpanel", { name: "Connexion" });
const signUp = (page: Page) => page.getByRole("tabpanel", { name: "Inscription" });

/** The sentence is tied to the field, so that it is read out with it. */
async function expectRefused(field: Locator, sentence: string) {
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
}

let sent: string[];

test.beforeEach(({ page }) => {
  sent = [];
  page.on("request", (request) => {
    if (request.url().includes("/auth/v1/")) sent.push(request.url());
  });
});

test.afterEach(() => expect(sent, "nothing that is not valid is sent").toEqual([]));

test("sign-in", async ({ page }) => {
  await page.goto("/login");
  const [email, password] = [signIn(page).getByLabel("Email"), signIn(page).getByLabel("Mot de passe")];
  const submit = signIn(page).getByRole("button", { name: "Se connecter" });
  await submit.click();
  await expect(email).toBeFocused();
  await expectRefused(email, "Email invalide");
  await expectRefused(password, "Le mot de passe doit contenir au moins 6 caractères");

  await email.fill("fatou@");
  await password.fill("12345");
  await submit.click();
  await expectRefused(email, "Email invalide");
  await expectRefused(password, "Le mot de passe doit contenir au moins 6 caractères");
  await password.fill("x".repeat(73));
  await expectRefused(password, "Le mot de passe ne peut pas dépasser 72 caractères");
  await email.fill("fatou@exemple.bf");
  await expect(email).toHaveAttribute("aria-invalid", "false");
  await password.fill("123456");
  await expect(password).toHaveAttribute("aria-invalid", "false");
});

test("registration", async ({ page }) => {
  await page.goto("/login?tab=inscription");
  const form = signUp(page);
  const fields = {
    firstName: form.getByLabel("Prénom"),
    lastName: form.getByLabel("Nom", { exact: true }),
    phone: form.getByLabel("Téléphone"),
    email: form.getByLabel("Email"),
    password: form.getByLabel("Mot de passe", { exact: true }),
    confirmation: form.getByLabel("Confirmer le mot de passe"),
  };
  const submit = form.getByRole("button", { name: "Créer mon compte" });

  async function expectAllRefused() {
    await expectRefused(fields.firstName, "Le prénom est requis");
    await expectRefused(fields.lastName, "Le nom est requis");
    await expectRefused(fields.phone, "Le numéro de téléphone est requis");
    await expectRefused(fields.email, "Email invalide");
    await expectRefused(fields.password, "Le mot de passe doit contenir au moins 6 caractères");
    await expectRefused(fields.confirmation, "Veuillez confirmer votre mot de passe");
  }
  await submit.click();
  await expectAllRefused();
  await expect(fields.firstName).toBeFocused();

  await fields.firstName.fill(" F ");
  await fields.lastName.fill("S");
  await fields.phone.fill("70 12 34");
  await fields.email.fill("fatou.exemple.bf");
  await fields.password.fill("12345");
  await fields.confirmation.fill("12345");
  await submit.click();
  await expectAllRefused();

  await fields.firstName.fill("Fa");
  await fields.lastName.fill("So");
  await fields.phone.fill("70 12 34 56");
  await fields.email.fill("fatou@exemple.bf");
  await fields.password.fill("123456");
  await fields.confirmation.fill("1234567");
  await submit.click();
  await expectRefused(fields.confirmation, "Les mots de passe ne correspondent pas");
  await expect(fields.confirmation).toBeFocused();
  for (const field of [fields.firstName, fields.lastName, fields.phone, fields.email, fields.password])
    await expect(field).toHaveAttribute("aria-invalid", "false");
});
