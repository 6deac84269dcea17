/** «Mes données» of a customer, and «Données personnelles» of the admin area. */
import { afterEach, vi } from "vitest";
import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { expectUrl } from "#tests/support/screens/admin-layout.ts";
import { clickButton } from "#tests/support/screens/admin-lists.ts";
import {
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

const countAccounts = async (shop: Shop, { id }: { id: string }) =>
  (await shop.sql`select from auth.users where id = ${id}`).length;

/** The files that the page gave to download. */
function watchDownloads(): Blob[] {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return "blob:download";
  });
  return files;
}

afterEach(() => vi.restoreAllMocks());

test("a customer takes a copy, types the password again and has the account erased", async ({
  open,
  customer,
  shop,
  errors,
}) => {
  const me = await customer();
  await shop.sql`update profiles set city = 'Koudougou' where id = ${me.id}`;
  const order = await createOrder(shop.sql, me, {
    lines: [{ product: await createProduct(shop.sql), quantity: 1 }],
  });
  const files = watchDownloads();
  const { user, router } = await open("/account/personal-data", { as: me });
  await clickButton(user, "Télécharger une copie");
  await waitFor(() => expect(files).toHaveLength(1));
  expect(JSON.parse((await files[0]?.text()) ?? "")).toMatchObject({
    comptes: [{ email: me.email, ville: "Koudougou" }],
    commandes: [{ numero: order.number }],
  });

  const panel = within(screen.getByRole("region", { name: "Effacer mon compte" }));
  const action = "Effacer mon compte pour toujours";
  const password = panel.getByLabelText("Votre mot de passe");
  await clickButton(user, action);
  await waitFor(() => expect(password).toHaveAccessibleDescription(/requis/));
  await fillField(user, password, "un autre mot");
  await clickButton(user, action);
  await waitFor(() => expect(password).toHaveAccessibleDescription(/incorrect/));
  await fillField(user, password, me.password);
  await clickButton(user, action);
  expect(await panel.findByRole("alert")).toHaveTextContent(`La commande ${order.number} est en cours`);
  await expectLoggedError(errors, /^identity: the erasure of the account/);
  expect(await countAccounts(shop, me)).toBe(1);

  await shop.sql`update orders set status = 'cancelled', cancellation_reason = 'Changé d''avis' where id = ${order.id}`;
  await clickButton(user, action);
  await expectToast(/^Compte effacé/);
  await expectUrl(router, "/");
  expect(await countAccounts(shop, me)).toBe(0);
  const [left] = await shop.sql`select customer_name, user_id from orders where id = ${order.id}`;
  expect(left).toEqual({ customer_name: "Client effacé", user_id: null });
});

test("an administrator finds who asks by number, takes a copy and erases; the times are settings", async ({
  open,
  administrator,
  customer,
  shop,
}) => {
  const asking = await customer();
  await shop.sql`update auth.users set phone = '22670554433' where id = ${asking.id}`;
  const files = watchDownloads();
  const { user } = await open("/admin/personal-data", { as: await administrator() });
  await fillField(user, await screen.findByLabelText("E-mail ou téléphone"), "70 55 44 33");
  await clickButton(user, "Chercher");
  const found = within(await screen.findByRole("region", { name: "Ce que la boutique a de cette personne" }));
  expect(found.getByText(/^1 compte · 0 commande/)).toBeVisible();
  await clickButton(user, "Télécharger la copie");
  await waitFor(() => expect(files).toHaveLength(1));
  await clickButton(user, "Effacer ses données");
  await clickButton(user, "Effacer pour toujours");
  await expectToast(/^Données effacées/);
  expect(await countAccounts(shop, asking)).toBe(0);
  expect(await found.findByText(/^Ni compte, ni commande/)).toBeVisible();

  await fillField(user, screen.getByLabelText("E-mail ou téléphone"), "Awa");
  await clickButton(user, "Chercher");
  await waitFor(() =>
    expect(screen.getByLabelText("E-mail ou téléphone")).toHaveAccessibleDescription(/numéro complet/),
  );

  await fillField(user, screen.getByLabelText("Messages aux techniciens (jours)"), "3");
  await clickButton(user, "Appliquer les durées");
  await waitFor(() =>
    expect(screen.getByLabelText("Messages aux techniciens (jours)")).toHaveAccessibleDescription(
      /de 7 à 3650/,
    ),
  );
  await fillField(user, screen.getByLabelText("Messages aux techniciens (jours)"), "180");
  await clickButton(user, "Appliquer les durées");
  try {
    await waitFor(async () =>
      expect(await shop.sql`select message_days from retention_settings`).toEqual([{ message_days: 180 }]),
    );
  } finally {
    await shop.sql`update retention_settings set message_days = 365`;
  }
});
