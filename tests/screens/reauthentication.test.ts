/** «Confirmez que c'est vous»: what cannot be undone asks for the password or a code again, and then goes on. */
import type { UserEvent } from "@testing-library/user-event";
import { TEST_PHONE, TEST_PHONE_CODE } from "#tests/support/backend.ts";
import { expectUrl } from "#tests/support/screens/admin-layout.ts";
import { clickButton } from "#tests/support/screens/admin-lists.ts";
import {
  type Account,
  expect,
  expectLoggedError,
  fillField,
  type Shop,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectToast } from "#tests/support/screens/toasts.ts";
import { type Authenticator, createAuthenticator } from "#tests/support/second-factor.ts";

const MAIL_DAYS = "E-mails et SMS envoyés (jours)";

/** As if the password had been typed a quarter of an hour ago. */
const ageProof = (shop: Shop, { id }: { id: string }) => shop.sql`
  update auth.mfa_amr_claims set updated_at = updated_at - interval '15 minutes'
  where session_id in (select s.id from auth.sessions s where s.user_id = ${id})`;

const findDialog = async () =>
  within(await screen.findByRole("dialog", { name: "Confirmez que c'est vous" }));

const readMailDays = async (shop: Shop) => {
  const [row] = await shop.sql`select mail_days from retention_settings`;
  return row?.mail_days;
};
const listSessions = (shop: Shop, { id }: Account) =>
  shop.sql`select id from auth.sessions where user_id = ${id}`;

/** Changes how long letters are stored, which the database refuses without a recent proof. */
async function changeMailDays(user: UserEvent, value: string) {
  await fillField(user, await screen.findByLabelText(MAIL_DAYS), value);
  await clickButton(user, "Appliquer les durées");
}

test("an administrator types the password over the open form, which then saves what was typed", async ({
  open,
  administrator,
  shop,
}) => {
  const me = await administrator();
  const { user } = await open("/admin/personal-data", { as: me });
  const before = await readMailDays(shop);
  await screen.findByLabelText(MAIL_DAYS);
  await ageProof(shop, me);
  const [session] = await listSessions(shop, me);
  try {
    await changeMailDays(user, "77");
    const dialog = await findDialog();
    const password = await dialog.findByLabelText("Votre mot de passe");
    await user.click(dialog.getByRole("button", { name: "Confirmer" }));
    await waitFor(() => expect(password).toHaveAccessibleDescription(/requis/));
    await fillField(user, password, "un autre mot");
    await user.click(dialog.getByRole("button", { name: "Confirmer" }));
    await waitFor(() => expect(password).toHaveAccessibleDescription(/incorrect/));
    expect(await readMailDays(shop)).toBe(before);
    await fillField(user, password, me.password);
    await user.click(dialog.getByRole("button", { name: "Confirmer" }));
    await waitFor(async () => expect(await readMailDays(shop)).toBe(77));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    // One device stays one session.
    const now = await listSessions(shop, me);
    expect(now).toHaveLength(1);
    expect(now).not.toEqual([session]);

    // Within ten minutes nothing is asked.
    await changeMailDays(user, "78");
    await waitFor(async () => expect(await readMailDays(shop)).toBe(78));
  } finally {
    await shop.sql`update retention_settings set mail_days = ${before ?? 365}`;
  }
});

test("whoever closes the dialog reads why nothing was done, and keeps what was typed", async ({
  open,
  administrator,
  shop,
  errors,
}) => {
  const me = await administrator();
  const { user } = await open("/admin/personal-data", { as: me });
  const before = await readMailDays(shop);
  await screen.findByLabelText(MAIL_DAYS);
  await ageProof(shop, me);
  await changeMailDays(user, "79");
  const dialog = await findDialog();
  await user.click(dialog.getByRole("button", { name: "Fermer" }));
  expect(await screen.findByText("Confirmez d'abord que c'est bien vous")).toBeVisible();
  expect(screen.getByLabelText(MAIL_DAYS)).toHaveValue("79");
  expect(await readMailDays(shop)).toBe(before);
  await expectLoggedError(errors, /Confirmez d'abord/);
});

/** Activates the second factor; the dialog asks for the password first. */
async function enroll(user: UserEvent, me: Account): Promise<Authenticator> {
  await clickButton(user, "Activer le second facteur");
  const dialog = await findDialog();
  await fillField(user, await dialog.findByLabelText("Votre mot de passe"), me.password);
  await user.click(dialog.getByRole("button", { name: "Confirmer" }));
  await screen.findByRole("img", { name: "Code QR de votre second facteur" });
  const app = createAuthenticator(
    "",
    document.querySelector("form code")?.textContent?.replaceAll(" ", "") ?? "",
  );
  await fillField(user, await screen.findByLabelText("Code à six chiffres"), app.generate());
  await clickButton(user, "Activer");
  await clickButton(user, "J'ai gardé ces codes");
  await screen.findByText("Activé.");
  return app;
}

test("a second factor is added after the password, and asked for instead of it from then on", async ({
  open,
  customer,
  shop,
}) => {
  const me = await customer();
  const { user, router } = await open("/account/security", { as: me });
  await screen.findByRole("button", { name: "Activer le second facteur" });
  await ageProof(shop, me);
  const app = await enroll(user, me);

  await ageProof(shop, me);
  await clickButton(user, "Nouveaux codes de secours");
  const dialog = await findDialog();
  await fillField(user, await dialog.findByLabelText("Code à six chiffres"), app.generate());
  await user.click(dialog.getByRole("button", { name: "Confirmer" }));
  expect(await screen.findByRole("region", { name: "Vos codes de secours" })).toBeVisible();
  await clickButton(user, "J'ai gardé ces codes");

  // The erasure of the account asks for a code as well.
  await router.navigate("/account/personal-data");
  await fillField(user, await screen.findByLabelText("Code à six chiffres"), app.generate());
  await clickButton(user, "Effacer mon compte pour toujours");
  await expectToast(/^Compte effacé/);
  await expectUrl(router, "/");
  expect(await shop.sql`select from auth.users where id = ${me.id}`).toHaveLength(0);
});

test("an account with only a number is erased after a code by text message", async ({ open, shop }) => {
  const { user, router } = await open("/login");
  await user.click(await screen.findByRole("button", { name: "Retrouver mes commandes par un code SMS" }));
  await fillField(user, screen.getByLabelText("Votre numéro"), TEST_PHONE.slice(3));
  await user.click(screen.getByRole("button", { name: "Recevoir un code par SMS" }));
  await fillField(user, await screen.findByLabelText("Code reçu par SMS"), TEST_PHONE_CODE);
  await clickButton(user, "Confirmer mon numéro");
  await expectUrl(router, "/account?tab=commandes");
  const [account] = await shop.sql<{ id: string }[]>`select id from auth.users where phone = ${TEST_PHONE}`;
  if (!account) throw new Error("The code has made no account");
  await ageProof(shop, account);
  // A second code may be asked for after a minute.
  await shop.sql`delete from auth.rate_limits`;

  await router.navigate("/account/personal-data");
  await clickButton(user, "Recevoir un code par SMS");
  await screen.findByLabelText("Code reçu par SMS");
  // The message does not come: the next one may be asked for after a minute, and until then this one can still come.
  await clickButton(user, "Recevoir un autre code");
  await clickButton(user, "Recevoir un code par SMS");
  expect(await screen.findByRole("alert")).toHaveTextContent("Un code vient déjà de vous être envoyé.");
  const code = await screen.findByLabelText("Code reçu par SMS");
  await fillField(user, code, "12");
  await clickButton(user, "Effacer mon compte pour toujours");
  await waitFor(() => expect(code).toHaveAccessibleDescription(/six chiffres/));
  await fillField(user, code, TEST_PHONE_CODE);
  await clickButton(user, "Effacer mon compte pour toujours");
  await expectToast(/^Compte effacé/);
  expect(await shop.sql`select from auth.users where id = ${account.id}`).toHaveLength(0);
});

test("whoever has no password gets a code by mail", async ({ open, customer, shop }) => {
  const me = await customer();
  const { user } = await open("/account/personal-data", { as: me });
  await clickButton(user, "Je n'ai pas de mot de passe");
  await clickButton(user, "Recevoir un code par e-mail");
  const field = await screen.findByLabelText("Code reçu par e-mail");
  const [mail] = await shop.sql<{ code: string }[]>`
    select payload ->> 'code' as code from mails where kind = 'account_sign_in' and recipient = ${me.email}`;
  await fillField(user, field, mail?.code ?? "");
  await clickButton(user, "Effacer mon compte pour toujours");
  await expectToast(/^Compte effacé/);
  expect(await shop.sql`select from auth.users where id = ${me.id}`).toHaveLength(0);
});

test("an account that cannot be asked for says so, and is asked for again", async ({
  open,
  administrator,
  shop,
  errors,
}) => {
  const me = await administrator();
  const { user } = await open("/admin/personal-data", { as: me });
  await screen.findByLabelText(MAIL_DAYS);
  await ageProof(shop, me);
  const restore = shop.network.fail(/auth\/v1\/user/);
  await changeMailDays(user, "80");
  const dialog = await findDialog();
  expect(await dialog.findByRole("alert")).toHaveTextContent("Votre compte n'a pas pu être chargé.");
  await expectLoggedError(errors, /account proof/);
  restore();
  await user.click(dialog.getByRole("button", { name: "Réessayer" }));
  await fillField(user, await dialog.findByLabelText("Votre mot de passe"), me.password);
  await user.click(dialog.getByRole("button", { name: "Confirmer" }));
  try {
    await waitFor(async () => expect(await readMailDays(shop)).toBe(80));
  } finally {
    await shop.sql`update retention_settings set mail_days = 365`;
  }
});
