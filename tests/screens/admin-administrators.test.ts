/** The staff: added, invited, removed; the page that an invitation's link opens; and what each role sees. */

import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { expectUrl, findTitle } from "#tests/support/screens/admin-layout.ts";
import { clickButton, expectNoDialog, findDialog } from "#tests/support/screens/admin-lists.ts";
import {
  allowErrors,
  expect,
  fillField,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestToast } from "#tests/support/screens/toasts.ts";
import { createUniqueWord } from "#tests/support/unique-word.ts";

const SCREEN = "/admin/users/administrators";

test("an administrator is removed by another one, never by themselves", async ({
  open,
  shop,
  administrator,
}) => {
  const own = await administrator("Awa Traoré");
  const other = await administrator("Moussa Diallo");
  const { user } = await open("/admin/users", { as: own });
  await user.click(await screen.findByRole("link", { name: "Administrateurs" }));
  await findTitle("Administrateurs");
  await screen.findByRole("table", { name: "Les administrateurs" });
  expect(screen.queryByRole("button", { name: "Retirer Awa Traoré" })).toBeNull();
  await clickButton(user, "Retirer Moussa Diallo");
  const dialog = await findDialog("Retirer Moussa Diallo ?");
  expect(dialog).toHaveTextContent(other.email);
  await clickButton(user, "Retirer", dialog);
  await expectNewestToast("Administrateur retiré");
  await expectNoDialog();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Retirer Moussa Diallo" })).toBeNull());
  const left = await shop.sql`select id from admin_users where id = any (${[own.id, other.id]}::uuid[])`;
  expect([...left]).toEqual([{ id: own.id }]);
});

test("an unknown address is invited; the link makes an account and an administrator of it", async ({
  open,
  shop,
  administrator,
}) => {
  const email = `${createUniqueWord()}@exemple.bf`;
  const own = await administrator();
  const { user } = await open(SCREEN, { as: own });
  const form = within(await screen.findByRole("region", { name: "Ajouter un administrateur" }));
  await clickButton(user, "Ajouter ou inviter");
  await form.findByText("Le nom est requis");
  await fillField(user, form.getByLabelText("Nom"), "Salif Ouattara");
  await fillField(user, form.getByLabelText("Email ou téléphone"), email.toUpperCase());
  await clickButton(user, "Ajouter ou inviter");
  await expectNewestToast("Invitation envoyée");
  const list = await screen.findByRole("table", { name: "Les invitations" });
  expect(list).toHaveTextContent(email);
  const [mail] = await shop.sql<{ token: string }[]>`
    select payload ->> 'token' as token from mails where kind = 'admin_invitation' and recipient = ${email}`;
  await clickButton(user, /^Compte de /);
  await clickButton(user, "Se déconnecter");
  await screen.findByText("Espace réservé aux administrateurs");

  const invited = await open(`/admin/invitation?token=${mail?.token}`);
  await screen.findByText(/Salif Ouattara, vous êtes invité/);
  await fillField(invited.user, screen.getByLabelText("Choisissez un mot de passe"), "trop court");
  await clickButton(invited.user, "Créer mon compte et accepter");
  await screen.findByText("Le mot de passe doit contenir au moins 12 caractères");
  await fillField(invited.user, screen.getByLabelText("Choisissez un mot de passe"), "un long mot de passe");
  await clickButton(invited.user, "Créer mon compte et accepter");
  await expectUrl(invited.router, "/admin/dashboard");
  const rows = await shop.sql`select name from admin_users where email = ${email}`;
  expect([...rows]).toEqual([{ name: "Salif Ouattara" }]);

  await open(`/admin/invitation?token=${mail?.token}`);
  await screen.findByText(/Cette invitation n'est plus valable/);
});

test("a number is invited by a chat without a provider of text messages, and chooses its account", async ({
  open,
  shop,
  administrator,
}) => {
  const { user } = await open(SCREEN, { as: await administrator() });
  const form = within(await screen.findByRole("region", { name: "Ajouter un administrateur" }));
  await fillField(user, form.getByLabelText("Nom"), "Adama Sawadogo");
  await fillField(user, form.getByLabelText("Email ou téléphone"), "7011");
  await clickButton(user, "Ajouter ou inviter");
  await form.findByText("Indiquez une adresse e-mail ou un numéro de téléphone");
  await fillField(user, form.getByLabelText("Email ou téléphone"), "70 11 22 44");
  await clickButton(user, "Ajouter ou inviter");
  const chat = await screen.findByRole("link", { name: "Envoyer par WhatsApp" });
  expect(chat).toHaveAttribute("href", expect.stringContaining("https://wa.me/22670112244?text="));
  const token = new URL(chat.getAttribute("href") ?? "").searchParams.get("text")?.split("token=")[1];
  const list = await screen.findByRole("table", { name: "Les invitations" });
  expect(list).toHaveTextContent("+226 70 11 22 44");
  await clickButton(user, /^Compte de /);
  await clickButton(user, "Se déconnecter");
  await screen.findByText("Espace réservé aux administrateurs");

  const email = `${createUniqueWord()}@exemple.bf`;
  const invited = await open(`/admin/invitation?token=${token}`);
  await screen.findByText(/Adama Sawadogo, vous êtes invité/);
  await clickButton(invited.user, "J'ai déjà un compte");
  screen.getByRole("button", { name: "Se connecter et accepter" });
  await clickButton(invited.user, "Je n'ai pas de compte");
  await clickButton(invited.user, "Créer mon compte et accepter");
  await screen.findByText("Email invalide");
  await fillField(invited.user, screen.getByLabelText("Email"), email);
  await fillField(invited.user, screen.getByLabelText("Choisissez un mot de passe"), "un long mot de passe");
  await clickButton(invited.user, "Créer mon compte et accepter");
  await expectUrl(invited.router, "/admin/dashboard");
  const rows = await shop.sql`select name from admin_users where email = ${email}`;
  expect([...rows]).toEqual([{ name: "Adama Sawadogo" }]);
});

test("an owner changes roles, and the last one stays", async ({ open, shop, administrator, errors }) => {
  const own = await administrator("Binta Ouédraogo");
  const other = await administrator("Issa Kaboré", "sales");
  await shop.sql`update admin_users set role = 'manager' where role = 'owner' and id <> ${own.id}`;
  const { user } = await open(SCREEN, { as: own });
  await screen.findByRole("table", { name: "Les administrateurs" });

  async function choose(name: string, role: string) {
    await clickButton(user, `Changer le rôle de ${name}`);
    const dialog = await findDialog(`Rôle de ${name}`);
    await user.click(within(dialog).getByRole("radio", { name: new RegExp(`^${role}`) }));
    await clickButton(user, "Enregistrer", dialog);
    return dialog;
  }

  await choose("Issa Kaboré", "Stock");
  await expectNewestToast("Rôle changé");
  await expectNoDialog();
  const [changed] = await shop.sql`select role from admin_users where id = ${other.id}`;
  expect(changed).toEqual({ role: "stock" });

  const dialog = await choose("Binta Ouédraogo", "Gérant");
  await within(dialog).findByText("La boutique doit garder un propriétaire");
  allowErrors(errors, /the role could not be changed/);
});

test("a manager sees the team, and changes nothing", async ({ open, administrator }) => {
  await administrator("Issa Kaboré");
  const { user } = await open("/admin/users", { as: await administrator("Binta Ouédraogo", "manager") });
  await user.click(await screen.findByRole("link", { name: "Administrateurs" }));
  await screen.findByText("Seul un propriétaire ajoute et retire des membres de l'équipe.");
  expect(screen.queryByRole("button", { name: /^(Retirer|Changer le rôle)/ })).toBeNull();
});

const listMenu = () =>
  [...document.querySelectorAll("nav[aria-label=Administration] a span:first-of-type")].map(
    (label) => label.textContent,
  );

test.for<[role: StaffRole, label: string, menu: string[]]>([
  [
    "sales",
    "Vente",
    [
      ...[
        "Tableau de bord",
        "Sécurité",
        "Commandes",
        "À confirmer",
        "À préparer",
        "Liste de préparation",
        "À livrer",
      ],
      ...["En retard", "À rembourser", "Retours", "Transporteurs", "Caisse", "Clients"],
    ],
  ],
  [
    "stock",
    "Stock",
    [
      ...[
        "Tableau de bord",
        "Sécurité",
        "Commandes",
        "À préparer",
        "Liste de préparation",
        "À livrer",
        "En retard",
      ],
      ...["Retours", "Produits", "Réceptions", "Comptages", "À commander"],
    ],
  ],
])("%s sees what the role is for, and no more", async ([role, label, menu], { open, administrator }) => {
  const account = await administrator("Salif Ouattara", role);
  await open("/admin/dashboard", { as: account });
  await screen.findByText(new RegExp(`^Votre rôle : ${label}\\.`));
  expect(listMenu()).toEqual(menu);
  expect(screen.queryByRole("heading", { name: "Ventes par jour" })).toBeNull();

  const { router } = await open("/admin/settings", { as: account });
  await screen.findByText("Cet écran n'est pas ouvert à votre rôle");
  await expectUrl(router, "/admin/no-access");
  const [back] = screen.getAllByRole("link", { name: "Tableau de bord" }).slice(-1);
  expect(back).toHaveAttribute("href", "/admin/dashboard");
});

test("the stock sees an order, and cannot end it", async ({ open, shop, customer, administrator }) => {
  const product = await createProduct(shop.sql, { stock: 3 });
  const { number } = await createOrder(shop.sql, await customer(), { lines: [{ product, quantity: 1 }] });
  const stock = await administrator("Salif Ouattara", "stock");
  await open(`/admin/orders?search=${number}`, { as: stock });
  const details = await screen.findByRole("region", { name: `Commande ${number}` });
  expect(within(details).getByRole("button", { name: "Traiter" })).toBeVisible();
  expect(within(details).queryByRole("button", { name: "Annuler" })).toBeNull();
  expect(screen.queryByRole("button", { name: `Terminer la commande ${number}` })).toBeNull();

  await open(`/admin/products?search=${encodeURIComponent(product.name)}`, { as: stock });
  await screen.findByRole("button", { name: /^Stock de .* Modifier$/ });
  expect(screen.queryByRole("link", { name: "Ajouter un produit" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Supprimer/ })).toBeNull();
});
