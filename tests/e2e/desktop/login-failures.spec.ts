/** What the sign-in page says when the auth service refuses, and that nothing typed is lost by it. */
import type { Page } from "@playwright/test";
import { expect, expectLogged, SESSION_KEY, test } from "../support/shopper.ts";

const TOKEN = "**/auth/v1/token?grant_type=password";
const SIGN_UP = "**/auth/v1/signup";

const toastOf = (page: Page) =>
  page.getByRole("region", { name: "Notifications" }).getByRole("alert").first();

async function signIn(page: Page, email: string, password: string) {
  await page.goto("/login");
  const form = page.getByRole("tabpanel", { name: "Connexion" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Mot de passe").fill(password);
  await form.getByRole("button", { name: "Se connecter" }).click();
}

async function expectStillTyped(page: Page, email: string, password: string) {
  const form = page.getByRole("tabpanel");
  await expect(form.getByLabel("Email")).toHaveValue(email);
  await expect(form.getByLabel("Mot de passe", { exact: true })).toHaveValue(password);
  await expect(form.getByRole("button", { name: /Se connecter|Créer mon compte/ })).toBeEnabled();
  await expect(page).toHaveURL(/\/login/);
}

test("a wrong password and an unknown address are told in the same words", async ({
  page,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  for (const email of [known.email, "personne@exemple.bf"]) {
    await signIn(page, email, "pas-le-bon");
    await expect(toastOf(page)).toHaveText("Erreur de connexionEmail ou mot de passe incorrect.");
    await expectStillTyped(page, email, "pas-le-bon");
  }
  await expectLogged(pageErrors, /status of 400/);
});

const refusals = [
  {
    what: "too many requests",
    status: 429,
    body: { code: 429, error_code: "over_request_rate_limit", msg: "Request rate limit reached" },
    said: "Trop de tentatives de connexion. Veuillez patienter.",
  },
  {
    what: "too many requests, told by something in front of the service",
    status: 429,
    body: { message: "slow down" },
    said: "Trop de tentatives de connexion. Veuillez patienter.",
  },
  {
    what: "an address that is not confirmed yet",
    status: 400,
    body: { code: 400, error_code: "email_not_confirmed", msg: "Email not confirmed" },
    said: "Veuillez confirmer votre email avant de vous connecter.",
  },
  {
    what: "anything else, in the service's own words",
    status: 400,
    body: { code: 400, error_code: "validation_failed", msg: "Le service dit ceci" },
    said: "Le service dit ceci",
  },
];

for (const { what, status, body, said } of refusals) {
  test(`sign-in: ${what}`, async ({ page, pageErrors }) => {
    await page.route(TOKEN, (route) => route.fulfill({ status, json: body }));
    await signIn(page, "fatou@exemple.bf", "mot-de-passe-1");
    await expect(toastOf(page)).toHaveText(`Erreur de connexion${said}`);
    await expectStillTyped(page, "fatou@exemple.bf", "mot-de-passe-1");
    await expectLogged(pageErrors, new RegExp(`status of ${status}`));
  });
}

test("sign-in: no network, then the same form again", async ({ page, customer, pageErrors }) => {
  const known = await customer();
  await page.route(TOKEN, (route) => route.abort("internetdisconnected"));
  await signIn(page, known.email, known.password);
  await expect(toastOf(page)).toContainText("Connexion impossible. Vérifiez votre réseau et réessayez.");
  await expectStillTyped(page, known.email, known.password);
  await page.unroute(TOKEN);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL("/");
  await expectLogged(pageErrors, /ERR_INTERNET_DISCONNECTED/);
});

test("sign-in: what nobody foresaw", async ({ page, customer, pageErrors }) => {
  const known = await customer();
  await page.addInitScript((key) => {
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, value) {
      if (name === key) throw new DOMException("full", "QuotaExceededError");
      setItem.call(this, name, value);
    };
  }, SESSION_KEY);
  await signIn(page, known.email, known.password);
  await expect(toastOf(page)).toContainText("Une erreur inattendue s'est produite. Veuillez réessayer.");
  await expectStillTyped(page, known.email, known.password);
  await expectLogged(pageErrors, /identity: the auth service could not be asked/);
});

/** Fills the registration and sends it. */
async function signUp(page: Page, email: string, password = "mot-de-passe-1") {
  await page.goto("/login?tab=inscription");
  const form = page.getByRole("tabpanel", { name: "Inscription" });
  await form.getByLabel("Prénom").fill("Fatou");
  await form.getByLabel("Nom", { exact: true }).fill("Sawadogo");
  await form.getByLabel("Téléphone").fill("76 54 32 10");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Mot de passe", { exact: true }).fill(password);
  await form.getByLabel("Confirmer le mot de passe").fill(password);
  await form.getByRole("button", { name: "Créer mon compte" }).click();
}

test("registration with an address that has an account", async ({ page, customer, pageErrors }) => {
  const known = await customer();
  await signUp(page, known.email);
  await expect(toastOf(page)).toHaveText("ErreurUn compte existe déjà avec cet email. Connectez-vous.");
  await expectStillTyped(page, known.email, "mot-de-passe-1");
  await expect(page.getByLabel("Téléphone")).toHaveValue("76 54 32 10");
  await expectLogged(pageErrors, /status of 422/);
});

const registrationRefusals = [
  { status: 400, body: { code: 400, msg: "Le service refuse" }, said: "Le service refuse" },
  {
    status: 422,
    body: {
      code: 422,
      error_code: "weak_password",
      msg: "Password is weak",
      weak_password: { reasons: ["length", "pwned"] },
    },
    said: "Ce mot de passe est trop faible : il est trop court, il figure dans une liste de mots de passe volés.",
  },
];

for (const { status, body, said } of registrationRefusals) {
  test(`registration refused: ${said}`, async ({ page, pageErrors }) => {
    await page.route(SIGN_UP, (route) => route.fulfill({ status, json: body }));
    await signUp(page, "fatou@exemple.bf");
    await expect(toastOf(page)).toHaveText(`Erreur${said}`);
    await expectStillTyped(page, "fatou@exemple.bf", "mot-de-passe-1");
    await expectLogged(pageErrors, new RegExp(`status of ${status}`));
  });
}

test("registration sends the name and the phone, says that it worked and signs in", async ({
  page,
  shop,
}) => {
  const email = "Nouvelle.Cliente@Exemple.bf";
  const sent = page.waitForRequest(SIGN_UP);
  await signUp(page, email);
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
  await shop.sql`delete from auth.users where email = ${email.toLowerCase()}`;
});

test("registration where addresses are confirmed by mail says what is left to do", async ({ page }) => {
  await page.route(SIGN_UP, (route) =>
    route.fulfill({
      json: { id: "7d1f3c52-0000-4000-8000-000000000000", aud: "authenticated", email: "fatou@exemple.bf" },
    }),
  );
  await signUp(page, "fatou@exemple.bf");
  const notice = page.getByRole("status").filter({ hasText: "Il reste une étape" });
  await expect(notice).toContainText("Un email a été envoyé à fatou@exemple.bf");
  await expect(notice).toBeFocused();
  await expect(page.getByText("Inscription réussie")).toHaveCount(0);
  await expect(page).toHaveURL(/\/login/);
});
