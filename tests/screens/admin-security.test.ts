/** The administrators' second factor, and the end of their sessions. */
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { expectUrl, findTitle } from "#tests/support/screens/admin-layout.ts";
import { clickButton } from "#tests/support/screens/admin-lists.ts";
import {
  type Account,
  expect,
  fillField,
  type Shop,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { createAuthenticator } from "#tests/support/second-factor.ts";

/** Makes the sessions of the account older, as if nothing had been done meanwhile. */
const age = (shop: Shop, { id }: Account, minutes: number) => shop.sql`
  with aged as (
    update auth.sessions set created_at = created_at - make_interval(mins => ${minutes})
    where user_id = ${id} returning id
  )
  update private.admin_activity set at = at - make_interval(mins => ${minutes})
  where session_id in (select id from aged)`;

test("the setting leads an administrator without a factor to enroll one, and nowhere else", async ({
  open,
  shop,
  administrator,
}) => {
  const account = await administrator();
  const { user, router } = await open("/admin/security", { as: account });
  await user.click(
    await screen.findByRole("checkbox", { name: "Exiger un second facteur des administrateurs" }),
  );
  await clickButton(user, "Enregistrer");
  try {
    await expectUrl(router, "/admin/login?returnUrl=%2Fadmin%2Fsecurity");
    expect(await screen.findByText(/exige un second facteur/)).toBeVisible();
    await screen.findByRole("img", { name: "Code QR de votre second facteur" });
    const secret = document.querySelector("form code")?.textContent?.replaceAll(" ", "") ?? "";
    const app = createAuthenticator("", secret);
    await fillField(user, screen.getByLabelText("Code à six chiffres"), app.generate());
    await clickButton(user, "Activer");
    await clickButton(user, "J'ai gardé ces codes");
    await expectUrl(router, "/admin/security");
    expect(await screen.findByText("Activé.")).toBeVisible();

    // The next sign-in asks for the code.
    const again = await open("/admin/orders", { as: account });
    await expectUrl(again.router, "/admin/login?returnUrl=%2Fadmin%2Forders");
    await fillField(again.user, await screen.findByLabelText("Code à six chiffres"), app.generate());
    await clickButton(again.user, "Se connecter");
    await expectUrl(again.router, "/admin/orders");
    await findTitle("Commandes");
  } finally {
    await shop.sql`update security_settings set admin_factor_required = false`;
  }
});

test("the times of sessions are checked and saved", async ({ open, shop, administrator }) => {
  const { user } = await open("/admin/security", { as: await administrator() });
  const idle = await screen.findByLabelText("Fin de session sans activité (minutes)");
  await fillField(user, idle, "3");
  await clickButton(user, "Enregistrer");
  await waitFor(() => expect(idle).toHaveAccessibleDescription("Saisissez un nombre entier de 5 à 1440"));
  await fillField(user, idle, "45");
  await clickButton(user, "Enregistrer");
  await waitFor(async () => {
    const [settings] = await shop.sql`select admin_idle_minutes, admin_session_hours from security_settings`;
    expect(settings).toEqual({ admin_idle_minutes: 45, admin_session_hours: 12 });
  });
  await shop.sql`update security_settings set admin_idle_minutes = 30`;
});

test("an idle session asks for the password over the screen, which keeps what was typed", async ({
  open,
  shop,
  administrator,
}) => {
  const account = await administrator();
  const { user } = await open("/admin/products/new", { as: account });
  const name = await screen.findByLabelText("Nom");
  await user.type(name, "Pelle");
  await age(shop, account, 31);
  // The next check of an unattended screen.
  document.dispatchEvent(new Event("visibilitychange"));
  const dialog = within(await screen.findByRole("dialog", { name: "Reconnectez-vous" }));
  expect(dialog.getByText(/faute d'activité/)).toBeVisible();
  expect(dialog.getByLabelText("Email")).toHaveValue(account.email);
  await fillField(user, dialog.getByLabelText("Mot de passe"), account.password);
  await user.click(dialog.getByRole("button", { name: "Se connecter" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Reconnectez-vous" })).toBeNull());
  expect(name).toHaveValue("Pelle");
});

test("a navigation after the end says why, and comes back", async ({ open, shop, administrator }) => {
  const account = await administrator();
  const session = await shop.signIn(account);
  await age(shop, account, 31);
  const { user, router } = await open("/admin/orders?status=pending", {
    storage: { [SESSION_KEY]: session },
  });
  await expectUrl(router, "/admin/login?returnUrl=%2Fadmin%2Forders%3Fstatus%3Dpending&reason=idle");
  expect(await screen.findByText(/faute d'activité/)).toBeVisible();
  await fillField(user, await screen.findByLabelText("Email"), account.email);
  await fillField(user, await screen.findByLabelText("Mot de passe"), account.password);
  await clickButton(user, "Se connecter");
  await expectUrl(router, "/admin/orders?status=pending");
});
