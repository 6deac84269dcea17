/** The settings of the shop: refused with a reason, never over somebody else's unasked, and not left by accident. */
import { findTitle, menuLink } from "./support/admin-frame.ts";
import { expectFailure, expectNoDialog, expectToast, findDialog, press } from "./support/admin-lists.ts";
import { expect, expectLogged, fill, screen, test, waitFor, within } from "./support/screen.ts";

const SETTINGS = "/admin/settings";
const SAVED = /\/rest\/v1\/shop_settings\?/;
const PHONE = "+226 25 30 11 22";

const field = (label: string) => screen.findByLabelText(label);

test("each field says what is wrong with it, and nothing is sent", async ({ open, shop, administrator }) => {
  const { user } = await open(SETTINGS, { as: await administrator() });
  await fill(user, await field("Nom de la boutique"), " ");
  await fill(user, await field("Numéro WhatsApp"), "123");
  await fill(user, await field("Frais de livraison (XOF)"), "12,5");
  await press(user, "Enregistrer");
  for (const [label, message] of [
    ["Nom de la boutique", /Le nom de la boutique est requis/],
    ["Numéro WhatsApp", /Numéro WhatsApp invalide/],
    ["Frais de livraison (XOF)", /Les frais sont un nombre entier de francs/],
  ] as const) {
    const refused = await field(label);
    await waitFor(() => expect(refused).toHaveAttribute("aria-invalid", "true"));
    expect(refused).toHaveAccessibleDescription(message);
  }
  expect(shop.network.asked(SAVED, "PATCH")).toHaveLength(0);
});

test("a banner that no offer reaches is warned about while it is typed", async ({
  open,
  shop,
  administrator,
}) => {
  const [best] = await shop.sql<{ discount: number }[]>`
    select discount from products where is_featured order by discount desc nulls last limit 1`;
  const { user } = await open(SETTINGS, { as: await administrator() });
  const banner = await field("Texte du bandeau");
  const warning = () => within(screen.getByRole("main")).queryByRole("status");
  await fill(user, banner, "Jusqu'à 95% de réduction");
  await waitFor(() =>
    expect(warning()).toHaveTextContent(
      `Le bandeau annonce 95 %, mais la meilleure offre en cours est de ${best?.discount} %.`,
    ),
  );
  await fill(user, banner, `Jusqu'à ${best?.discount}% de réduction`);
  await waitFor(() => expect(warning()).toBeNull());
});

test("somebody else's values are not replaced unasked", async ({ open, shop, administrator }) => {
  const stored = async () => {
    const [row] = await shop.sql`select phone, shipping_fee from shop_settings`;
    return row;
  };
  const { user } = await open(SETTINGS, { as: await administrator() });
  const [fee, phone] = [await field("Frais de livraison (XOF)"), await field("Téléphone")];
  await fill(user, fee, "3000");
  await shop.sql`update shop_settings set phone = '+226 25 00 00 01'`;
  await press(user, "Enregistrer");
  const conflict = await screen.findByRole("alert");
  expect(conflict).toHaveTextContent("Quelqu'un d'autre a enregistré les paramètres entre-temps.");
  expect(conflict).toHaveTextContent("Téléphone :+226 25 00 00 01");
  expect(await stored()).toEqual({ phone: "+226 25 00 00 01", shipping_fee: 2000 });
  await press(user, "Prendre leurs valeurs");
  await waitFor(() => expect(conflict).not.toBeInTheDocument());
  expect(phone).toHaveValue("+226 25 00 00 01");
  expect(fee).toHaveValue("2000");

  await fill(user, fee, "3000");
  await shop.sql`update shop_settings set phone = '+226 25 00 00 02'`;
  await press(user, "Enregistrer");
  await press(user, "Garder les miennes");
  expect(fee).toHaveValue("3000");
  await press(user, "Enregistrer");
  await expectToast("Paramètres enregistrés");
  expect(await stored()).toEqual({ phone: "+226 25 00 00 01", shipping_fee: 3000 });
  await shop.sql`update shop_settings set ${shop.sql({ phone: PHONE, shipping_fee: 2000 })}`;
});

test("a failed save says the server's reason and keeps what was typed", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const account = await administrator();
  const { user } = await open(SETTINGS, { as: account });
  const address = await field("Adresse");
  await fill(user, address, "Zone du Bois, Ouagadougou");
  const mend = shop.network.fail(SAVED, { method: "PATCH", message: "disque plein" });
  await press(user, "Enregistrer");
  await expectFailure("Erreur", "disque plein");
  mend();
  await shop.sql`delete from admin_users where id = ${account.id}`;
  await press(user, "Enregistrer");
  await expectToast("Vous n'avez pas les droits d'administrateur");
  expect(address).toHaveValue("Zone du Bois, Ouagadougou");
  await expectLogged(errors, /the settings could not be saved/);
});

test("leaving with something unsaved asks first, unless it was taken back", async ({
  open,
  administrator,
}) => {
  const closes = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const { user, router } = await open(SETTINGS, { as: await administrator() });
  const address = await field("Adresse");
  expect(closes()).toBe(true);
  await fill(user, address, "Zone du Bois, Ouagadougou");
  await waitFor(() => expect(closes()).toBe(false));
  const QUESTION = "Quitter sans enregistrer ?";
  await user.click(menuLink("Messages"));
  await press(user, "Annuler", await findDialog(QUESTION));
  await expectNoDialog();
  expect(address).toHaveValue("Zone du Bois, Ouagadougou");
  await user.click(menuLink("Messages"));
  await press(user, "Quitter", await findDialog(QUESTION));
  await findTitle("Messages");

  await router.navigate(SETTINGS);
  const phone = await field("Téléphone");
  await fill(user, phone, "+226 25 00 00 03");
  await press(user, "Rétablir");
  expect(phone).toHaveValue(PHONE);
  await user.click(menuLink("Messages"));
  await findTitle("Messages");
});

test("settings that cannot be read say so, and are read again", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const mend = shop.network.fail(SAVED);
  const { user } = await open(SETTINGS, { as: await administrator() });
  const failed = await screen.findByRole("alert");
  expect(failed).toHaveTextContent("Impossible de charger les paramètres");
  mend();
  await press(user, "Réessayer", failed);
  expect(await field("Nom de la boutique")).toHaveValue("Yaaré");
  await expectLogged(errors, /load shop settings/);
});
