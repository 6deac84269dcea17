/** Signing in to the admin: who is admitted, who is not, and the error messages. */
import type { UserEvent } from "@testing-library/user-event";
import { expectUrl, findTitle, getMenuLink } from "#tests/support/screens/admin-layout.ts";
import { clickButton } from "#tests/support/screens/admin-lists.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  fillField,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { readStoredSession } from "#tests/support/screens/session.ts";
import { expectNewestErrorToast } from "#tests/support/screens/toasts.ts";

/** The query whether an account is an administrator. */
const ADMIN_USERS_URL = /\/rest\/v1\/admin_users\?/;
const ACCESS_DENIED = "Vous n'avez pas les droits d'administrateur";

const email = () => screen.findByLabelText("Email");
const password = () => screen.findByLabelText("Mot de passe");

async function signIn(user: UserEvent, account: { email: string; password: string }) {
  await fillField(user, await email(), account.email);
  await fillField(user, await password(), account.password);
  await clickButton(user, "Se connecter");
}

test("both fields are required", async ({ open, shop }) => {
  const { user } = await open("/admin/login");
  expect(await screen.findByText("Espace réservé aux administrateurs")).toBeVisible();
  await clickButton(user, "Se connecter");
  await waitFor(async () => expect(await email()).toHaveAccessibleDescription("L'email est requis"));
  expect(await password()).toHaveAccessibleDescription("Le mot de passe est requis");
  await fillField(user, await email(), "personne");
  await waitFor(async () => expect(await email()).toHaveAccessibleDescription("Email invalide"));
  expect(shop.network.listRequests(/auth\/v1/)).toHaveLength(0);
});

test("a rejection shows the service's message, a fault a short one", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const account = await administrator();
  const { user, router } = await open("/admin/login");
  await signIn(user, { ...account, password: "un-autre-mot" });
  await expectNewestErrorToast("Erreur de connexion", "Email ou mot de passe incorrect.");
  const thaw = shop.network.respond(/\/auth\/v1\/token/, () =>
    Response.json({ code: "odd", msg: "Compte gelé" }, { status: 400 }),
  );
  await signIn(user, account);
  await expectNewestErrorToast("Erreur de connexion", "Compte gelé");
  thaw();
  const restore = shop.network.fail(ADMIN_USERS_URL);
  await signIn(user, account);
  await expectNewestErrorToast("Erreur de connexion", "Une erreur est survenue");
  restore();
  await signIn(user, account);
  await expectUrl(router, "/admin/dashboard");
  await expectLoggedError(errors, /admin: signing in/);
});

test("a customer's password is rejected and leaves no session", async ({ open, customer }) => {
  const account = await customer();
  const { user, router } = await open("/admin/login");
  await signIn(user, account);
  await expectNewestErrorToast("Erreur de connexion", ACCESS_DENIED);
  await expectUrl(router, "/admin/login");
  expect(await email()).toHaveValue(account.email);
  await waitFor(() => expect(readStoredSession()).toBeNull());
});

test("a visitor is redirected to the sign-in page and back", async ({ open, administrator }) => {
  const { user, router } = await open("/admin/orders?status=pending");
  await findTitle("Administration");
  await expectUrl(router, "/admin/login?returnUrl=%2Fadmin%2Forders%3Fstatus%3Dpending");
  expect(screen.queryByRole("banner")).toBeNull();
  await signIn(user, await administrator());
  await expectUrl(router, "/admin/orders?status=pending");
});

test("a signed-in customer is redirected and signed out", async ({ open, customer }) => {
  const { router } = await open("/admin/products", { as: await customer() });
  await expectUrl(router, "/admin/login");
  expect(await screen.findByRole("alert")).toHaveTextContent(ACCESS_DENIED);
  expect(readStoredSession()).toBeNull();
});

test("a revoked admin right ends with the next navigation, and a changed name is shown", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const account = await administrator("Awa Zongo");
  const { user, router } = await open("/admin/products", { as: account });
  await screen.findByRole("button", { name: "Compte de Awa Zongo" });
  await shop.sql`update admin_users set name = 'Awa Traoré' where id = ${account.id}`;
  // A screen that sends no request of its own.
  await user.click(await screen.findByRole("link", { name: "Importer" }));
  await screen.findByRole("button", { name: "Compte de Awa Traoré" });
  // The screen may still be asking.
  allowErrors(errors, /whether an import is under way/);
  await shop.sql`delete from admin_users where id = ${account.id}`;
  await user.click(getMenuLink("Clients"));
  await expectUrl(router, "/admin/login");
  expect(await screen.findByRole("alert")).toHaveTextContent(ACCESS_DENIED);
  expect(readStoredSession()).toBeNull();
  await router.navigate("/admin/orders");
  await expectUrl(router, "/admin/login?returnUrl=%2Fadmin%2Forders");
});

test("an administrator who is signed in is redirected into the admin, and never out of it", async ({
  open,
  administrator,
}) => {
  const { router } = await open("/admin/login?returnUrl=%2Fadmin%2Fsettings", { as: await administrator() });
  await expectUrl(router, "/admin/settings");
  for (const elsewhere of ["https://example.com/admin/", "//example.com", "/cart", "/admin/login"]) {
    await router.navigate("/admin/settings");
    await router.navigate(`/admin/login?returnUrl=${encodeURIComponent(elsewhere)}`);
    await expectUrl(router, "/admin/dashboard");
  }
});

test("an unknown URL stays in the admin layout with a link; without the admin right it looks like any other", async ({
  open,
  administrator,
}) => {
  const { router } = await open("/admin/nexiste-pas");
  await findTitle("Administration");
  for (const path of ["/admin/nexiste-pas", "/admin/orders/1/2", "/admin/dashboard/x"]) {
    await router.navigate(path);
    await expectUrl(router, `/admin/login?returnUrl=${encodeURIComponent(path)}`);
    expect(screen.queryByText(/introuvable/)).toBeNull();
  }
  const inside = await open("/admin/nexiste-pas", { as: await administrator() });
  await screen.findByRole("heading", { name: "Page introuvable" });
  expect(screen.getByRole("navigation", { name: "Administration" })).toBeVisible();
  await inside.user.click(within(screen.getByRole("main")).getByRole("link", { name: "Tableau de bord" }));
  await findTitle("Tableau de bord");
});
