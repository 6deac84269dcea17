/** Admin testimonials: search and pagination; failures are reported, and the form retains its values. */
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import {
  clickButton,
  expectRows,
  findDialog,
  findRow,
  queryRows,
  stubImages,
} from "#tests/support/screens/admin-lists.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  fillField,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";

const LIST_PATH = "/admin/testimonials";
const LIST_URL = /\/rest\/v1\/testimonials\?.*order=created_at/;
const WRITE_URL = /\/rest\/v1\/testimonials\?((columns|id)=|select=[^&]*$)/;

const TITLES = {
  add: "Nouveau témoignage",
  edit: "Modifier le témoignage",
  remove: "Supprimer le témoignage ?",
};

test("the list is searched and paged, and «Actualiser» reads it again", async ({
  open,
  shop,
  administrator,
}) => {
  await shop.sql`
    insert into testimonials (name, role, content, created_at)
    select 'Aaa ' || to_char(n, 'FM00'), 'Carreleur', 'Rien à redire fadebec', now() - n * interval '1 minute'
    from generate_series(1, 30) n`;
  const { user } = await open(LIST_PATH, { as: await administrator() });
  const search = await screen.findByRole("searchbox", { name: "Rechercher un témoignage" });
  await fillField(user, search, "redire fadebec");
  await waitFor(() =>
    expect(screen.getByRole("navigation", { name: "Pages" })).toHaveTextContent("1 à 25 sur 30"),
  );
  expect(queryRows()[0]).toHaveTextContent("Aaa 01");
  await user.click(screen.getByRole("link", { name: "Suivant" }));
  await waitFor(() => expect(queryRows()[0]).toHaveTextContent("Aaa 26"));
  expect(window.location.search).toBe("?search=redire+fadebec&page=2");
  await fillField(user, search, "aaa 07 carreleur fadebec");
  await expectRows("Aaa 07");
  await shop.sql`update testimonials set role = 'Carreleur à Kaya' where name = 'Aaa 07'`;
  await clickButton(user, "Actualiser");
  await expectRows("Carreleur à Kaya");
  await fillField(user, search, "zzqqxx");
  await screen.findByText("Aucun témoignage ne correspond à cette recherche.");
  await user.click(screen.getByRole("link", { name: "Effacer" }));
  await waitFor(() => expect(window.location.search).toBe(""));
  await shop.sql`delete from testimonials where name like 'Aaa %'`;
});

test("a failed read of the list is reported and can be retried", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const restore = shop.network.fail(LIST_URL);
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await expectNewestErrorToast("Erreur", "Impossible de charger les témoignages");
  restore();
  await clickButton(user, "Réessayer", await screen.findByRole("main"));
  await waitFor(() => expect(queryRows()).not.toHaveLength(0));
  await expectLoggedError(errors, /load testimonials/);
});

test("missing fields are reported, a new testimonial is sent once, and empty texts are null", async ({
  open,
  shop,
  administrator,
}) => {
  stubImages("nulle-part");
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await clickButton(user, "Ajouter un témoignage");
  const form = within(await findDialog(TITLES.add));
  await clickButton(user, "Enregistrer");
  await waitFor(() => expect(form.getByLabelText("Nom")).toHaveAccessibleDescription(/Le nom est requis/));
  expect(form.getByLabelText("Témoignage")).toHaveAccessibleDescription(/Le témoignage est requis/);
  await fillField(user, form.getByLabelText("Nom"), "Bintou Zida");
  await fillField(user, form.getByLabelText("Rôle (facultatif)"), "Maçonne");
  await fillField(user, form.getByLabelText("Témoignage"), "Le ciment est arrivé le lendemain");
  await fillField(user, form.getByLabelText("Photo (facultatif)"), "/nulle-part.png");
  await waitFor(() =>
    expect(form.getByLabelText("Photo (facultatif)")).toHaveAccessibleDescription(
      /semble invalide ou inaccessible/,
    ),
  );
  await fillField(user, form.getByLabelText("Photo (facultatif)"), "/icon-192.png");
  const release = shop.network.hold(WRITE_URL);
  await clickButton(user, "Enregistrer");
  await user.click(await form.findByRole("button", { name: "Enregistrement..." }));
  release();
  await expectNewestToast("Témoignage ajouté");
  expect(shop.network.listRequests(WRITE_URL, "POST")).toHaveLength(1);
  const stored = () => shop.sql`
    select role, content, rating::float8, avatar from testimonials where name = 'Bintou Zida'`;
  expect(await stored()).toEqual([
    { role: "Maçonne", content: "Le ciment est arrivé le lendemain", rating: 5, avatar: "/icon-192.png" },
  ]);
  await waitFor(() =>
    expect(findRow("Bintou Zida")?.querySelector("img")).toHaveAttribute("src", "/icon-192.png"),
  );
  await clickButton(user, "Modifier le témoignage de Bintou Zida");
  const change = within(await findDialog(TITLES.edit));
  await fillField(user, change.getByLabelText("Rôle (facultatif)"), " ");
  await fillField(user, change.getByLabelText("Photo (facultatif)"), " ");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Témoignage modifié");
  expect(await stored()).toMatchObject([{ role: null, avatar: null }]);
});

test("the server's rejection is shown, and the form retains what was typed", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  await shop.sql`insert into testimonials (name, content) values ('Issa Zongo', 'Rien à redire')`;
  const { user } = await open(`${LIST_PATH}?search=zongo`, { as: await administrator() });
  shop.network.fail(WRITE_URL, { message: "disque plein", status: 400 });

  await clickButton(user, "Ajouter un témoignage");
  const form = within(await findDialog(TITLES.add));
  await fillField(user, form.getByLabelText("Nom"), "Issa Zongo");
  await fillField(user, form.getByLabelText("Témoignage"), "Encore un");
  await clickButton(user, "Enregistrer");
  const unmade = "Impossible d'ajouter le témoignage: disque plein";
  expect(await form.findByRole("alert")).toHaveTextContent(unmade);
  await expectNewestErrorToast("Erreur", unmade);
  expect(form.getByLabelText("Témoignage")).toHaveValue("Encore un");
  await clickButton(user, "Annuler");

  await clickButton(user, "Modifier le témoignage de Issa Zongo");
  const change = within(await findDialog(TITLES.edit));
  await fillField(user, change.getByLabelText("Témoignage"), "Tout à redire");
  await clickButton(user, "Enregistrer");
  await expectNewestErrorToast("Erreur", "Impossible de modifier le témoignage: disque plein");
  expect(change.getByLabelText("Témoignage")).toHaveValue("Tout à redire");
  await clickButton(user, "Annuler");

  await clickButton(user, "Supprimer le témoignage de Issa Zongo");
  await clickButton(user, "Supprimer", await findDialog(TITLES.remove));
  await expectNewestErrorToast("Erreur", "Impossible de supprimer le témoignage: disque plein");
  for (const what of ["saved", "deleted"]) {
    await expectLoggedError(errors, new RegExp(`the testimonial could not be ${what}`));
  }
  expect(await shop.sql`select content from testimonials where name = 'Issa Zongo'`).toEqual([
    { content: "Rien à redire" },
  ]);
});

test("nobody changes anything after signing out", async ({ open, shop, administrator, errors }) => {
  await shop.sql`insert into testimonials (name, content) values ('Awa Traoré', 'Rien à redire')`;
  const { user } = await open(`${LIST_PATH}?search=${encodeURIComponent("Traoré")}`, {
    as: await administrator(),
  });
  await screen.findByRole("button", { name: "Supprimer le témoignage de Awa Traoré" });
  localStorage.removeItem(SESSION_KEY);
  allowErrors(errors, /the (pending counts|new orders) could not be loaded/);
  const expectRefused = (verb: string) =>
    expectNewestErrorToast(
      "Erreur d'authentification",
      `Vous devez être connecté pour ${verb} un témoignage`,
    );

  await clickButton(user, "Supprimer le témoignage de Awa Traoré");
  await clickButton(user, "Supprimer", await findDialog(TITLES.remove));
  await expectRefused("supprimer");

  await clickButton(user, "Modifier le témoignage de Awa Traoré");
  const change = within(await findDialog(TITLES.edit));
  await fillField(user, change.getByLabelText("Témoignage"), "Tout à redire");
  await clickButton(user, "Enregistrer");
  await expectRefused("modifier");
  expect(change.getByRole("alert")).toHaveTextContent("Vous devez être connecté pour modifier");
  expect(change.getByLabelText("Témoignage")).toHaveValue("Tout à redire");
  await clickButton(user, "Annuler");

  await clickButton(user, "Ajouter un témoignage");
  const form = within(await findDialog(TITLES.add));
  await fillField(user, form.getByLabelText("Nom"), "Awa Traoré");
  await fillField(user, form.getByLabelText("Témoignage"), "Encore un");
  await clickButton(user, "Enregistrer");
  await expectRefused("ajouter");
  expect(await shop.sql`select content from testimonials where name = 'Awa Traoré'`).toEqual([
    { content: "Rien à redire" },
  ]);
  expect(shop.network.listRequests(WRITE_URL)).toHaveLength(0);
  allowErrors(errors, /the testimonial could not be (saved|deleted)/);
});
