/** The administrators' second factor, and the end of their sessions. */
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { expectUrl, findTitle } from "#tests/support/screens/admin-layout.ts";
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

test("the security events are listed, the older ones on request", async ({ open, shop, administrator }) => {
  const account = await administrator();
  await shop.sql`
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    select '00000000-0000-0000-0000-000000000000', gen_random_uuid(),
      json_build_object('action', 'login_failed', 'log_type', 'account', 'actor_username', 'inconnu@exemple.bf',
        'traits', json_build_object('count', n)),
      now() - make_interval(hours => n), '41.203.10.7'
    from generate_series(1, 60) n`;
  const { user } = await open("/admin/security", { as: account });
  const panel = within(await screen.findByRole("region", { name: "Événements de sécurité" }));
  expect(panel.getAllByRole("row")).toHaveLength(51);
  expect(panel.getAllByText("inconnu@exemple.bf").length).toBeGreaterThan(10);
  await user.click(panel.getByRole("button", { name: "Voir les plus anciens" }));
  await waitFor(() => expect(panel.getAllByRole("row").length).toBeGreaterThan(60));
  expect(panel.queryByRole("button", { name: "Voir les plus anciens" })).toBeNull();
});

test("events that cannot be read leave the rest of the screen", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const restore = shop.network.fail(/rpc\/list_security_events/);
  const { user } = await open("/admin/security", { as: await administrator() });
  expect(await screen.findByText("Impossible de charger les événements")).toBeVisible();
  expect(screen.getByRole("region", { name: "Appareils connectés" })).toBeVisible();
  restore();
  await clickButton(user, "Réessayer");
  expect(await screen.findByRole("table", { name: "Les événements de sécurité" })).toBeVisible();
  await expectLoggedError(errors, /security events/);
});
