/** The customer's second factor and sessions: «Sécurité», and the second step of the sign-in. */
import type { UserEvent } from "@testing-library/user-event";
import {
  type Account,
  expect,
  expectLoggedError,
  type Fixtures,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import {
  findAccountButton,
  findSignInLink,
  getCurrentUrl,
  readStoredSession,
} from "#tests/support/screens/session.ts";
import { type Authenticator, createAuthenticator } from "#tests/support/second-factor.ts";

const SECURITY_PATH = "/account/security";

const clickButton = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole("button", { name }));

/** Types a code and sends it. */
async function sendCode(user: UserEvent, label: string, code: string, button: string) {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, code);
  await clickButton(user, button);
}

/** Activates the second factor on the screen, and returns the app with the recovery codes. */
async function enroll(open: Fixtures["open"], me: Account): Promise<{ app: Authenticator; codes: string[] }> {
  const { user } = await open(SECURITY_PATH, { as: me });
  await clickButton(user, "Activer le second facteur");
  expect(screen.getByRole("heading", { name: "Second facteur" }), "its button is gone").toHaveFocus();
  expect(await screen.findByRole("img", { name: "Code QR de votre second facteur" })).toHaveAttribute(
    "src",
    expect.stringMatching(/^data:image\/svg\+xml/),
  );
  const secret = document.querySelector("form code")?.textContent?.replaceAll(" ", "") ?? "";
  const app = createAuthenticator("", secret);
  await sendCode(user, "Code à six chiffres", "12345", "Activer");
  expect(await screen.findByText("Saisissez les six chiffres du code.")).toBeVisible();
  expect(screen.getByLabelText("Code à six chiffres")).toHaveFocus();
  await sendCode(user, "Code à six chiffres", app.generate(), "Activer");
  const list = within(await screen.findByRole("region", { name: "Vos codes de secours" }));
  const codes = list.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  expect(codes).toHaveLength(10);
  await clickButton(user, "J'ai gardé ces codes");
  expect(await screen.findByText("Codes de secours restants : 10.", { exact: false })).toBeVisible();
  return { app, codes };
}

test("is activated, asked for at the sign-in, replaced by a recovery code, and removed", async ({
  open,
  customer,
}) => {
  const me = await customer();
  const { app, codes } = await enroll(open, me);

  const { user } = await open(`/login?returnUrl=${SECURITY_PATH}`, { as: me });
  await screen.findByRole("heading", { name: "Vérification en deux étapes" });
  await findSignInLink();
  await sendCode(user, "Code à six chiffres", "000000", "Se connecter");
  expect(await screen.findByText(/^Ce code est faux/)).toBeVisible();
  await sendCode(user, "Code à six chiffres", app.generate(), "Se connecter");
  await waitFor(() => expect(getCurrentUrl()).toBe(SECURITY_PATH));
  await findAccountButton(me);

  const later = await open(SECURITY_PATH, { as: me });
  await waitFor(() => expect(getCurrentUrl()).toBe(`/login?returnUrl=${SECURITY_PATH}`));
  await clickButton(later.user, "Je n'ai plus mon application");
  await sendCode(later.user, "Code de secours", "aaaa-bbbb", "Se connecter");
  expect(await screen.findByText("Ce code de secours est faux ou a déjà servi.")).toBeVisible();
  await sendCode(later.user, "Code de secours", codes[0] ?? "", "Se connecter");
  await waitFor(() => expect(getCurrentUrl()).toBe(SECURITY_PATH));
  expect(await screen.findByText("Codes de secours restants : 9.", { exact: false })).toBeVisible();

  await clickButton(later.user, "Retirer le second facteur");
  await sendCode(later.user, "Code à six chiffres", app.generate(), "Retirer le second facteur");
  expect(await screen.findByRole("button", { name: "Activer le second facteur" })).toBeVisible();
  await open("/login?returnUrl=/cart", { as: me });
  await waitFor(() => expect(getCurrentUrl()).toBe("/cart"));
});

test("another account can be chosen instead of typing the code", async ({ open, customer }) => {
  const me = await customer();
  await enroll(open, me);
  const { user } = await open("/login", { as: me });
  await clickButton(user, "Se connecter avec un autre compte");
  expect(await screen.findByRole("tab", { name: "Connexion" })).toBeVisible();
  expect(readStoredSession()).toBeNull();
});

test("the devices are listed and can be signed out", async ({ open, shop, customer }) => {
  const me = await customer();
  await Promise.all([shop.signIn(me), shop.signIn(me), shop.signIn(me)]);
  const { user } = await open(SECURITY_PATH, { as: me });
  const list = within(await screen.findByRole("region", { name: "Appareils connectés" }));
  expect(list.getAllByRole("listitem")).toHaveLength(4);
  expect(list.getAllByRole("listitem")[0]).toHaveTextContent("(cet appareil)");
  const [close] = list.getAllByRole("button", { name: /^Fermer :/ });
  if (close) await user.click(close);
  await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(3));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Appareils connectés" })).toHaveFocus());
  await user.click(list.getByRole("button", { name: "Fermer les autres" }));
  await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(1));
  expect(list.getByText("Aucun autre appareil n'est connecté.")).toBeVisible();
  expect(await shop.sql`select id from auth.sessions where user_id = ${me.id}`).toHaveLength(1);
  await findAccountButton(me);
});

test("a failure is reported and can be retried", async ({ open, shop, customer, errors }) => {
  const restore = shop.network.fail(/rpc\/list_sessions/);
  const { user } = await open(SECURITY_PATH, { as: await customer() });
  expect(await screen.findByText("La sécurité de votre compte n'a pas pu être chargée.")).toBeVisible();
  restore();
  await clickButton(user, "Réessayer");
  expect(await screen.findByRole("region", { name: "Appareils connectés" })).toBeVisible();
  await expectLoggedError(errors, /account security/);
});
