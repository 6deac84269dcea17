/** Admin shop settings: validation, edit conflicts, and the prompt before leaving. */
import { findTitle, getMenuLink } from "#tests/support/screens/admin-layout.ts";
import { clickButton, expectNoDialog, findDialog } from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";

const SETTINGS = "/admin/settings";
const SAVED = /\/rest\/v1\/shop_settings\?/;
const PHONE = "+226 25 30 11 22";

const field = (label: string) => screen.findByLabelText(label);

test("each field shows its error, and nothing is sent", async ({ open, shop, administrator }) => {
  const { user } = await open(SETTINGS, { as: await administrator() });
  await fillField(user, await field("Nom de la boutique"), " ");
  await fillField(user, await field("Numéro WhatsApp"), "123");
  await fillField(user, await field("Frais de livraison (XOF)"), "12,5");
  await clickButton(user, "Enregistrer");
  for (const [label, message] of [
    ["Nom de la boutique", /Le nom de la boutique est requis/],
    ["Numéro WhatsApp", /Numéro WhatsApp invalide/],
    ["Frais de livraison (XOF)", /Les frais sont un nombre entier de francs/],
  ] as const) {
    const refused = await field(label);
    await waitFor(() => expect(refused).toHaveAttribute("aria-invalid", "true"));
    expect(refused).toHaveAccessibleDescription(message);
  }
  expect(shop.network.listRequests(SAVED, "PATCH")).toHaveLength(0);
});

test("a banner that no offer reaches shows a warning while it is typed", async ({
  open,
  shop,
  administrator,
}) => {
  const [best] = await shop.sql<{ discount: number }[]>`
    select discount from products where is_featured order by discount desc nulls last limit 1`;
  const { user } = await open(SETTINGS, { as: await administrator() });
  const banner = await field("Texte du bandeau");
  const warning = () => within(screen.getByRole("main")).queryByRole("status");
  await fillField(user, banner, "Jusqu'à 95% de réduction");
  await waitFor(() =>
    expect(warning()).toHaveTextContent(
      `Le bandeau annonce 95 %, mais la meilleure offre en cours est de ${best?.discount} %.`,
    ),
  );
  await fillField(user, banner, `Jusqu'à ${best?.discount}% de réduction`);
  await waitFor(() => expect(warning()).toBeNull());
});

test("another administrator's values are not overwritten without a confirmation", async ({
  open,
  shop,
  administrator,
}) => {
  const stored = async () => {
    const [row] = await shop.sql`select phone, shipping_fee from shop_settings`;
    return row;
  };
  const { user } = await open(SETTINGS, { as: await administrator() });
  const [fee, phone] = [await field("Frais de livraison (XOF)"), await field("Téléphone")];
  await fillField(user, fee, "3000");
  await shop.sql`update shop_settings set phone = '+226 25 00 00 01'`;
  await clickButton(user, "Enregistrer");
  const conflict = await screen.findByRole("alert");
  expect(conflict).toHaveTextContent("Quelqu'un d'autre a enregistré les paramètres entre-temps.");
  expect(conflict).toHaveTextContent("Téléphone :+226 25 00 00 01");
  expect(await stored()).toEqual({ phone: "+226 25 00 00 01", shipping_fee: 2000 });
  await clickButton(user, "Prendre leurs valeurs");
  await waitFor(() => expect(conflict).not.toBeInTheDocument());
  expect(phone).toHaveValue("+226 25 00 00 01");
  expect(fee).toHaveValue("2000");

  await fillField(user, fee, "3000");
  await shop.sql`update shop_settings set phone = '+226 25 00 00 02'`;
  await clickButton(user, "Enregistrer");
  await clickButton(user, "Garder les miennes");
  expect(fee).toHaveValue("3000");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Paramètres enregistrés");
  expect(await stored()).toEqual({ phone: "+226 25 00 00 01", shipping_fee: 3000 });
  await shop.sql`update shop_settings set ${shop.sql({ phone: PHONE, shipping_fee: 2000 })}`;
});

test("a failed save shows the server's reason and retains what was typed", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const account = await administrator();
  const { user } = await open(SETTINGS, { as: account });
  const address = await field("Adresse");
  await fillField(user, address, "Zone du Bois, Ouagadougou");
  const restore = shop.network.fail(SAVED, { method: "PATCH", message: "disque plein" });
  await clickButton(user, "Enregistrer");
  await expectNewestErrorToast("Erreur", "disque plein");
  restore();
  await shop.sql`delete from admin_users where id = ${account.id}`;
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Vous n'avez pas les droits d'administrateur");
  expect(address).toHaveValue("Zone du Bois, Ouagadougou");
  await expectLoggedError(errors, /the settings could not be saved/);
});

test("leaving with unsaved changes asks for confirmation, unless they were reverted", async ({
  open,
  administrator,
}) => {
  const closes = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const { user, router } = await open(SETTINGS, { as: await administrator() });
  const address = await field("Adresse");
  expect(closes()).toBe(true);
  await fillField(user, address, "Zone du Bois, Ouagadougou");
  await waitFor(() => expect(closes()).toBe(false));
  const QUESTION = "Quitter sans enregistrer ?";
  await user.click(getMenuLink("Messages"));
  await clickButton(user, "Annuler", await findDialog(QUESTION));
  await expectNoDialog();
  expect(address).toHaveValue("Zone du Bois, Ouagadougou");
  await user.click(getMenuLink("Messages"));
  await clickButton(user, "Quitter", await findDialog(QUESTION));
  await findTitle("Messages");

  await router.navigate(SETTINGS);
  const phone = await field("Téléphone");
  await fillField(user, phone, "+226 25 00 00 03");
  await clickButton(user, "Rétablir");
  expect(phone).toHaveValue(PHONE);
  await user.click(getMenuLink("Messages"));
  await findTitle("Messages");
});

test("a failed read of the settings is reported and can be retried", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const restore = shop.network.fail(SAVED);
  const { user } = await open(SETTINGS, { as: await administrator() });
  const failed = await screen.findByRole("alert");
  expect(failed).toHaveTextContent("Impossible de charger les paramètres");
  restore();
  await clickButton(user, "Réessayer", failed);
  expect(await field("Nom de la boutique")).toHaveValue("Yaaré");
  await expectLoggedError(errors, /load shop settings/);
});
