/** The second of two administrators who edit the same row is told, whatever the form. */
import { clickButton, findDialog } from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  fillField,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestToast } from "#tests/support/screens/toasts.ts";
import { createUniqueWord } from "#tests/support/unique-word.ts";

test("a category", async ({ open, shop, administrator }) => {
  const slug = `aaa-conflit-${createUniqueWord()}`;
  await shop.sql`insert into categories (name, slug) values ('Aaa conflit', ${slug})`;
  const { user } = await open("/admin/categories", { as: await administrator() });
  await clickButton(user, "Modifier Aaa conflit");
  const form = within(await findDialog("Modifier la catégorie"));
  await fillField(user, form.getByLabelText("Nom"), "Aaa mienne");
  await shop.sql`update categories set image = '/icon-192.png' where slug = ${slug}`;
  await clickButton(user, "Enregistrer");
  const conflict = await form.findByRole("alert");
  expect(conflict).toHaveTextContent("Quelqu'un d'autre a enregistré cette catégorie entre-temps.");
  expect(conflict).toHaveTextContent("Image :/icon-192.png");
  const stored = () => shop.sql`select name, image from categories where slug = ${slug}`;
  expect(await stored()).toEqual([{ name: "Aaa conflit", image: "/icon-192.png" }]);
  await clickButton(user, "Garder les miennes");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Catégorie mise à jour avec succès");
  expect(await stored()).toEqual([{ name: "Aaa mienne", image: null }]);
  await shop.sql`delete from categories where slug = ${slug}`;
});

test("a testimonial", async ({ open, shop, administrator }) => {
  const name = `Awa ${createUniqueWord()}`;
  await shop.sql`insert into testimonials (name, content) values (${name}, 'Rien à redire')`;
  const { user } = await open(`/admin/testimonials?search=${encodeURIComponent(name)}`, {
    as: await administrator(),
  });
  await clickButton(user, `Modifier le témoignage de ${name}`);
  const form = within(await findDialog("Modifier le témoignage"));
  await fillField(user, form.getByLabelText("Témoignage"), "Tout à redire");
  await shop.sql`update testimonials set rating = 3.5 where name = ${name}`;
  await clickButton(user, "Enregistrer");
  const conflict = await form.findByRole("alert");
  expect(conflict).toHaveTextContent("Quelqu'un d'autre a enregistré ce témoignage entre-temps.");
  expect(conflict).toHaveTextContent("Note :3,5");
  await clickButton(user, "Prendre leurs valeurs");
  expect(form.getByLabelText("Témoignage")).toHaveValue("Rien à redire");
  expect(form.getByLabelText("Note")).toHaveValue("3.5");
  await shop.sql`delete from testimonials where name = ${name}`;
});

test("the rules for administrators", async ({ open, shop, administrator }) => {
  const { user } = await open("/admin/security", { as: await administrator() });
  const minutes = await screen.findByLabelText("Fin de session sans activité (minutes)");
  const [before] = await shop.sql`select admin_idle_minutes from security_settings`;
  await fillField(user, minutes, "77");
  await shop.sql`update security_settings set admin_session_hours = admin_session_hours + 1`;
  await clickButton(user, "Enregistrer");
  const conflict = await screen.findByRole("alert");
  expect(conflict).toHaveTextContent("Quelqu'un d'autre a enregistré ces règles entre-temps.");
  expect(await shop.sql`select admin_idle_minutes from security_settings`).toEqual([before]);
  await clickButton(user, "Prendre leurs valeurs");
  await waitFor(() => expect(minutes).toHaveValue(String(before?.admin_idle_minutes)));
  await shop.sql`update security_settings set admin_session_hours = admin_session_hours - 1`;
});

test("a category's slug that another one has is said when it is left, and its photo is uploaded", async ({
  open,
  shop,
  administrator,
}) => {
  const slug = `aaa-${createUniqueWord()}`;
  await shop.sql`insert into categories (name, slug) values ('Aaa prise', ${slug})`;
  const { user } = await open("/admin/categories/new", { as: await administrator() });
  const form = within(await findDialog("Nouvelle catégorie"));
  await fillField(user, form.getByLabelText("Nom"), "Aaa nouvelle");
  await fillField(user, form.getByLabelText("Slug"), slug);
  await user.tab();
  await waitFor(() =>
    expect(form.getByLabelText("Slug")).toHaveAccessibleDescription(/déjà celui d'une autre catégorie/),
  );
  await fillField(user, form.getByLabelText("Slug"), `${slug}-2`);
  await user.tab();
  await waitFor(() =>
    expect(form.getByLabelText("Slug")).not.toHaveAccessibleDescription(/déjà celui d'une autre/),
  );
  expect(form.getByLabelText("Nom")).toHaveValue("Aaa nouvelle");
  form.getByLabelText("Envoyer une photo");
  await shop.sql`delete from categories where slug = ${slug}`;
});
