/** The door of the back office: who comes in, who does not, and what is said to them. */
import type { UserEvent } from "@testing-library/user-event";
import { expectAddress, findTitle, menuLink } from "./support/admin-frame.ts";
import { expectFailure, press } from "./support/admin-lists.ts";
import { storedSession } from "./support/identity.ts";
import { expect, expectLogged, fill, screen, test, waitFor, within } from "./support/screen.ts";

/** The question whether an account is an administrator's. */
const LIST = /\/rest\/v1\/admin_users\?/;
const NO_RIGHT = "Vous n'avez pas les droits d'administrateur";

const email = () => screen.findByLabelText("Email");
const password = () => screen.findByLabelText("Mot de passe");

async function signIn(user: UserEvent, account: { email: string; password: string }) {
  await fill(user, await email(), account.email);
  await fill(user, await password(), account.password);
  await press(user, "Se connecter");
}

test("both fields are required", async ({ open, shop }) => {
  const { user } = await open("/admin/login");
  expect(await screen.findByText("Espace réservé aux administrateurs")).toBeVisible();
  await press(user, "Se connecter");
  await waitFor(async () => expect(await email()).toHaveAccessibleDescription("L'email est requis"));
  expect(await password()).toHaveAccessibleDescription("Le mot de passe est requis");
  await fill(user, await email(), "personne");
  await waitFor(async () => expect(await email()).toHaveAccessibleDescription("Email invalide"));
  expect(shop.network.asked(/auth\/v1/)).toHaveLength(0);
});

test("a refusal is said as the service says it, a fault in few words", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const account = await administrator();
  const { user, router } = await open("/admin/login");
  await signIn(user, { ...account, password: "un-autre-mot" });
  await expectFailure("Erreur de connexion", "Email ou mot de passe incorrect.");
  const thaw = shop.network.answer(/\/auth\/v1\/token/, () =>
    Response.json({ code: "odd", msg: "Compte gelé" }, { status: 400 }),
  );
  await signIn(user, account);
  await expectFailure("Erreur de connexion", "Compte gelé");
  thaw();
  const mend = shop.network.fail(LIST);
  await signIn(user, account);
  await expectFailure("Erreur de connexion", "Une erreur est survenue");
  mend();
  await signIn(user, account);
  await expectAddress(router, "/admin/dashboard");
  await expectLogged(errors, /office: signing in/);
});

test("a customer's password opens nothing and leaves no session", async ({ open, customer }) => {
  const account = await customer();
  const { user, router } = await open("/admin/login");
  await signIn(user, account);
  await expectFailure("Erreur de connexion", NO_RIGHT);
  await expectAddress(router, "/admin/login");
  expect(await email()).toHaveValue(account.email);
  await waitFor(() => expect(storedSession()).toBeNull());
});

test("a visitor is led to the sign-in page and from there back", async ({ open, administrator }) => {
  const { user, router } = await open("/admin/orders?status=pending");
  await findTitle("Administration");
  await expectAddress(router, "/admin/login?returnUrl=%2Fadmin%2Forders%3Fstatus%3Dpending");
  expect(screen.queryByRole("banner")).toBeNull();
  await signIn(user, await administrator());
  await expectAddress(router, "/admin/orders?status=pending");
});

test("a customer who is signed in is led out and signed out", async ({ open, customer }) => {
  const { router } = await open("/admin/products", { as: await customer() });
  await expectAddress(router, "/admin/login");
  expect(await screen.findByRole("alert")).toHaveTextContent(NO_RIGHT);
  expect(storedSession()).toBeNull();
});

test("a right that was taken ends with the next step, and a name that changed is shown", async ({
  open,
  shop,
  administrator,
}) => {
  const account = await administrator("Awa Zongo");
  const { user, router } = await open("/admin/products", { as: account });
  await screen.findByRole("button", { name: "Compte de Awa Zongo" });
  await shop.sql`update admin_users set name = 'Awa Traoré' where id = ${account.id}`;
  // A screen that asks the server for nothing of its own.
  await user.click(await screen.findByRole("link", { name: "Importer" }));
  await screen.findByRole("button", { name: "Compte de Awa Traoré" });
  await shop.sql`delete from admin_users where id = ${account.id}`;
  await user.click(menuLink("Clients"));
  await expectAddress(router, "/admin/login");
  expect(await screen.findByRole("alert")).toHaveTextContent(NO_RIGHT);
  expect(storedSession()).toBeNull();
  await router.navigate("/admin/orders");
  await expectAddress(router, "/admin/login?returnUrl=%2Fadmin%2Forders");
});

test("whoever is in already is led in, and never out of the back office", async ({ open, administrator }) => {
  const { router } = await open("/admin/login?returnUrl=%2Fadmin%2Fsettings", { as: await administrator() });
  await expectAddress(router, "/admin/settings");
  for (const elsewhere of ["https://example.com/admin/", "//example.com", "/cart", "/admin/login"]) {
    await router.navigate("/admin/settings");
    await router.navigate(`/admin/login?returnUrl=${encodeURIComponent(elsewhere)}`);
    await expectAddress(router, "/admin/dashboard");
  }
});

test("an address without a screen stays in the frame and leads on; without a right it looks like any other", async ({
  open,
  administrator,
}) => {
  const { router } = await open("/admin/nexiste-pas");
  await findTitle("Administration");
  for (const path of ["/admin/nexiste-pas", "/admin/orders/1/2", "/admin/dashboard/x"]) {
    await router.navigate(path);
    await expectAddress(router, `/admin/login?returnUrl=${encodeURIComponent(path)}`);
    expect(screen.queryByText(/introuvable/)).toBeNull();
  }
  const inside = await open("/admin/nexiste-pas", { as: await administrator() });
  await screen.findByRole("heading", { name: "Page introuvable" });
  expect(screen.getByRole("navigation", { name: "Administration" })).toBeVisible();
  await inside.user.click(within(screen.getByRole("main")).getByRole("link", { name: "Tableau de bord" }));
  await findTitle("Tableau de bord");
});
