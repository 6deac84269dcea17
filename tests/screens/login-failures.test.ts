/** Errors of the auth service on the sign-in page, and that no input is lost by them. */
import type { UserEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { expect, expectLoggedError, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";
import { getCurrentUrl, readStoredSession } from "#tests/support/screens/session.ts";
import { expectNewestToastText, getToasts } from "#tests/support/screens/toasts.ts";

const TOKEN = /auth\/v1\/token\?grant_type=password/;
const SIGN_UP = /auth\/v1\/signup/;

const panel = () => within(screen.getByRole("tabpanel"));

async function signIn(user: UserEvent, email: string, password: string) {
  const form = within(await screen.findByRole("tabpanel", { name: "Connexion" }));
  for (const [label, text] of [
    ["Email", email],
    ["Mot de passe", password],
  ] as const) {
    await user.clear(form.getByLabelText(label));
    await user.type(form.getByLabelText(label), text);
  }
  await user.click(form.getByRole("button", { name: "Se connecter" }));
}

/** Fills the registration and submits it. */
async function signUp(user: UserEvent, email: string) {
  const form = within(await screen.findByRole("tabpanel", { name: "Inscription" }));
  await user.type(form.getByLabelText("Prénom"), "Fatou");
  await user.type(form.getByLabelText("Nom"), "Sawadogo");
  await user.type(form.getByLabelText("Téléphone"), "76 54 32 10");
  await user.type(form.getByLabelText("Email"), email);
  await user.type(form.getByLabelText("Mot de passe"), "mot-de-passe-1");
  await user.type(form.getByLabelText("Confirmer le mot de passe"), "mot-de-passe-1");
  await user.click(form.getByRole("button", { name: "Créer mon compte" }));
}

async function expectFieldsUnchanged(email: string, password: string) {
  const submit = await panel().findByRole("button", { name: /^(Se connecter|Créer mon compte)$/ });
  await waitFor(() => expect(submit).toHaveAttribute("aria-busy", "false"));
  expect(submit).toBeEnabled();
  expect(panel().getByLabelText("Email")).toHaveValue(email);
  expect(panel().getByLabelText("Mot de passe")).toHaveValue(password);
  expect(getCurrentUrl()).toMatch(/^\/login/);
}

test("a wrong password and an unknown address show the same message", async ({ open, customer }) => {
  const account = await customer();
  for (const email of [account.email, "personne@exemple.bf"]) {
    const { user } = await open("/login");
    await signIn(user, email, "pas-le-bon");
    await expectNewestToastText("Erreur de connexionEmail ou mot de passe incorrect.");
    expect(panel().getByRole("alert")).toHaveTextContent("Email ou mot de passe incorrect.");
    await expectFieldsUnchanged(email, "pas-le-bon");
  }
  expect(readStoredSession()).toBeNull();
});

test("sign-in: too many attempts, an unconfirmed address, and the service's own messages", async ({
  open,
  shop,
}) => {
  const { user } = await open("/login");
  for (const [status, body, said] of [
    [
      429,
      { code: 429, error_code: "over_request_rate_limit", msg: "Request rate limit reached" },
      "Trop de tentatives de connexion. Veuillez patienter.",
    ],
    [
      400,
      { code: 400, error_code: "email_not_confirmed", msg: "Email not confirmed" },
      "Veuillez confirmer votre email avant de vous connecter.",
    ],
    // A proxy in front of the service rejects the request.
    [429, { message: "slow down" }, "Trop de tentatives de connexion. Veuillez patienter."],
    [400, { code: 400, error_code: "validation_failed", msg: "Le service dit ceci" }, "Le service dit ceci"],
  ] as const) {
    const before = getToasts().length;
    shop.network.respond(TOKEN, () => Response.json(body, { status }));
    await signIn(user, "fatou@exemple.bf", "mot-de-passe-1");
    await waitFor(() => expect(getToasts()).toHaveLength(before + 1));
    await expectNewestToastText(`Erreur de connexion${said}`);
    await expectFieldsUnchanged("fatou@exemple.bf", "mot-de-passe-1");
  }
});

test("sign-in: no network, then the same form again", async ({ open, shop, customer }) => {
  const account = await customer();
  const { user } = await open("/login");
  const restore = shop.network.disconnect(TOKEN);
  await signIn(user, account.email, account.password);
  await expectNewestToastText("Erreur de connexionConnexion impossible. Vérifiez votre réseau et réessayez.");
  await expectFieldsUnchanged(account.email, account.password);
  restore();
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
  await waitFor(() => expect(getCurrentUrl()).toBe("/"));
});

test("sign-in: an unexpected error, here a full local storage", async ({ open, customer, errors }) => {
  const account = await customer();
  const { user } = await open("/login");
  const full = vi.spyOn(localStorage, "setItem").mockImplementation((name) => {
    if (name === SESSION_KEY) throw new DOMException("full", "QuotaExceededError");
  });
  await signIn(user, account.email, account.password);
  await expectNewestToastText("ErreurUne erreur inattendue s'est produite. Veuillez réessayer.");
  await expectFieldsUnchanged(account.email, account.password);
  full.mockRestore();
  await expectLoggedError(errors, /identity: the auth service could not be asked/);
});

test("registration with an address that has an account", async ({ open, customer }) => {
  const account = await customer();
  const { user } = await open("/login?tab=inscription");
  await signUp(user, account.email);
  await expectNewestToastText("ErreurUn compte existe déjà avec cet email. Connectez-vous.");
  await expectFieldsUnchanged(account.email, "mot-de-passe-1");
  expect(panel().getByLabelText("Téléphone")).toHaveValue("76 54 32 10");
});

test("what is typed into the registration survives a reload until it is sent, but no password does", async ({
  open,
}) => {
  const { user } = await open("/login?tab=inscription");
  const form = within(await screen.findByRole("tabpanel", { name: "Inscription" }));
  const typed = { Prénom: "Fatou", Nom: "Sawadogo", Téléphone: "76 54", Email: "fatou@exemple.bf" };
  for (const [label, text] of Object.entries(typed)) await user.type(form.getByLabelText(label), text);
  await user.type(form.getByLabelText("Mot de passe"), "tres-secret");
  await open("/login?tab=inscription");
  const again = within(await screen.findByRole("tabpanel", { name: "Inscription" }));
  await waitFor(() => expect(again.getByLabelText("Prénom")).toHaveValue("Fatou"));
  for (const [label, text] of Object.entries(typed)) expect(again.getByLabelText(label)).toHaveValue(text);
  expect(again.getByLabelText("Mot de passe")).toHaveValue("");
  expect(JSON.stringify(sessionStorage)).not.toContain("tres-secret");
});

test("a rejected registration: the service's own message, or the weakness of the password", async ({
  open,
  shop,
}) => {
  const { user } = await open("/login?tab=inscription");
  let response: [number, object] = [400, { code: 400, msg: "Le service refuse" }];
  shop.network.respond(SIGN_UP, () => Response.json(response[1], { status: response[0] }));
  await signUp(user, "fatou@exemple.bf");
  await expectNewestToastText("ErreurLe service refuse");
  await expectFieldsUnchanged("fatou@exemple.bf", "mot-de-passe-1");

  const weak_password = { reasons: ["length", "pwned"] };
  response = [422, { code: 422, error_code: "weak_password", msg: "Password is weak", weak_password }];
  await user.click(screen.getByRole("button", { name: "Créer mon compte" }));
  const reasons = "Ce mot de passe est trop faible : il est trop court, il est trop facile à deviner.";
  await expectNewestToastText(`Erreur${reasons}`);
  expect(screen.getByLabelText("Mot de passe")).toHaveAccessibleDescription(expect.stringContaining(reasons));
  await expectFieldsUnchanged("fatou@exemple.bf", "mot-de-passe-1");
});

test("a registration that has to be confirmed by mail says so", async ({ open, shop }) => {
  const { user } = await open("/login?tab=inscription");
  const id = "7d1f3c52-0000-4000-8000-000000000000";
  shop.network.respond(SIGN_UP, () => Response.json({ id, aud: "authenticated", email: "fatou@exemple.bf" }));
  await signUp(user, "fatou@exemple.bf");
  await screen.findByText("Il reste une étape");
  const notice = screen.getByText("Il reste une étape").closest('[role="status"]');
  expect(notice).toHaveTextContent("Un email a été envoyé à fatou@exemple.bf");
  await waitFor(() => expect(notice).toHaveFocus());
  expect(screen.queryByText("Inscription réussie")).toBeNull();
  expect(getCurrentUrl()).toBe("/login?tab=inscription");
});
