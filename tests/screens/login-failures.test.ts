/** What the sign-in page says when the auth service refuses, and that nothing typed is lost by it. */
import type { UserEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { SESSION_KEY } from "../../app/lib/stored-session.ts";
import { address, storedSession } from "./support/identity.ts";
import { expect, expectLogged, screen, test, toasts, waitFor, within } from "./support/screen.ts";

const TOKEN = /auth\/v1\/token\?grant_type=password/;
const SIGN_UP = /auth\/v1\/signup/;

const panel = () => within(screen.getByRole("tabpanel"));
const toast = () => toasts()[0];

/** The newest toast says this. */
const expectSaid = (text: string) => waitFor(() => expect(toast()?.textContent).toBe(text));

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

/** Fills the registration and sends it. */
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

async function expectStillTyped(email: string, password: string) {
  const submit = await panel().findByRole("button", { name: /^(Se connecter|Créer mon compte)$/ });
  await waitFor(() => expect(submit).toHaveAttribute("aria-busy", "false"));
  expect(submit).toBeEnabled();
  expect(panel().getByLabelText("Email")).toHaveValue(email);
  expect(panel().getByLabelText("Mot de passe")).toHaveValue(password);
  expect(address()).toMatch(/^\/login/);
}

test("a wrong password and an unknown address are told in the same words", async ({ open, customer }) => {
  const known = await customer();
  for (const email of [known.email, "personne@exemple.bf"]) {
    const { user } = await open("/login");
    await signIn(user, email, "pas-le-bon");
    await expectSaid("Erreur de connexionEmail ou mot de passe incorrect.");
    await expectStillTyped(email, "pas-le-bon");
  }
  expect(storedSession()).toBeNull();
});

test("sign-in: too many tries, an address not confirmed yet, and the service's own words", async ({
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
    // Something in front of the service refuses.
    [429, { message: "slow down" }, "Trop de tentatives de connexion. Veuillez patienter."],
    [400, { code: 400, error_code: "validation_failed", msg: "Le service dit ceci" }, "Le service dit ceci"],
  ] as const) {
    const before = toasts().length;
    shop.network.answer(TOKEN, () => Response.json(body, { status }));
    await signIn(user, "fatou@exemple.bf", "mot-de-passe-1");
    await waitFor(() => expect(toasts()).toHaveLength(before + 1));
    await expectSaid(`Erreur de connexion${said}`);
    await expectStillTyped("fatou@exemple.bf", "mot-de-passe-1");
  }
});

test("sign-in: no network, then the same form again", async ({ open, shop, customer }) => {
  const known = await customer();
  const { user } = await open("/login");
  const restore = shop.network.cut(TOKEN);
  await signIn(user, known.email, known.password);
  await expectSaid("Erreur de connexionConnexion impossible. Vérifiez votre réseau et réessayez.");
  await expectStillTyped(known.email, known.password);
  restore();
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
  await waitFor(() => expect(address()).toBe("/"));
});

test("sign-in: what nobody foresaw, here a storage that is full", async ({ open, customer, errors }) => {
  const known = await customer();
  const { user } = await open("/login");
  const full = vi.spyOn(localStorage, "setItem").mockImplementation((name) => {
    if (name === SESSION_KEY) throw new DOMException("full", "QuotaExceededError");
  });
  await signIn(user, known.email, known.password);
  await expectSaid("ErreurUne erreur inattendue s'est produite. Veuillez réessayer.");
  await expectStillTyped(known.email, known.password);
  full.mockRestore();
  await expectLogged(errors, /identity: the auth service could not be asked/);
});

test("registration with an address that has an account", async ({ open, customer }) => {
  const known = await customer();
  const { user } = await open("/login?tab=inscription");
  await signUp(user, known.email);
  await expectSaid("ErreurUn compte existe déjà avec cet email. Connectez-vous.");
  await expectStillTyped(known.email, "mot-de-passe-1");
  expect(panel().getByLabelText("Téléphone")).toHaveValue("76 54 32 10");
});

test("registration refused: in the service's own words, or with what is weak about the password", async ({
  open,
  shop,
}) => {
  const { user } = await open("/login?tab=inscription");
  let answer: [number, object] = [400, { code: 400, msg: "Le service refuse" }];
  shop.network.answer(SIGN_UP, () => Response.json(answer[1], { status: answer[0] }));
  await signUp(user, "fatou@exemple.bf");
  await expectSaid("ErreurLe service refuse");
  await expectStillTyped("fatou@exemple.bf", "mot-de-passe-1");

  const weak_password = { reasons: ["length", "pwned"] };
  answer = [422, { code: 422, error_code: "weak_password", msg: "Password is weak", weak_password }];
  await user.click(screen.getByRole("button", { name: "Créer mon compte" }));
  await expectSaid(
    "ErreurCe mot de passe est trop faible : il est trop court, il figure dans une liste de mots de passe volés.",
  );
  await expectStillTyped("fatou@exemple.bf", "mot-de-passe-1");
});

test("registration where addresses are confirmed by mail says what is left to do", async ({ open, shop }) => {
  const { user } = await open("/login?tab=inscription");
  const id = "7d1f3c52-0000-4000-8000-000000000000";
  shop.network.answer(SIGN_UP, () => Response.json({ id, aud: "authenticated", email: "fatou@exemple.bf" }));
  await signUp(user, "fatou@exemple.bf");
  await screen.findByText("Il reste une étape");
  const notice = screen.getByText("Il reste une étape").closest('[role="status"]');
  expect(notice).toHaveTextContent("Un email a été envoyé à fatou@exemple.bf");
  await waitFor(() => expect(notice).toHaveFocus());
  expect(screen.queryByText("Inscription réussie")).toBeNull();
  expect(address()).toBe("/login?tab=inscription");
});
