/** «Avis clients»: searched and paged; what fails or is refused says so, and what was typed stays. */
import { SESSION_KEY } from "../../app/lib/stored-session.ts";
import {
  expectFailure,
  expectRows,
  expectToast,
  findDialog,
  listRows,
  press,
  rowOf,
  stubPictures,
} from "./support/admin-lists.ts";
import { expect, expectLogged, fill, screen, test, waitFor, within } from "./support/screen.ts";

const LIST = "/admin/testimonials";
const READ = /\/rest\/v1\/testimonials\?.*order=created_at/;
const WRITTEN = /\/rest\/v1\/testimonials\?(.*&)?select=id$/;

const TITLES = {
  add: "Nouveau témoignage",
  edit: "Modifier le témoignage",
  remove: "Supprimer le témoignage ?",
};

test("the search searches, the list is paged, and «Actualiser» reads it again", async ({
  open,
  shop,
  administrator,
}) => {
  await shop.sql`
    insert into testimonials (name, role, content, created_at)
    select 'Aaa ' || to_char(n, 'FM00'), 'Carreleur', 'Rien à redire fadebec', now() - n * interval '1 minute'
    from generate_series(1, 30) n`;
  const { user } = await open(LIST, { as: await administrator() });
  const search = await screen.findByRole("searchbox", { name: "Rechercher un témoignage" });
  await fill(user, search, "redire fadebec");
  await waitFor(() =>
    expect(screen.getByRole("navigation", { name: "Pages" })).toHaveTextContent("1 à 25 sur 30"),
  );
  expect(listRows()[0]).toHaveTextContent("Aaa 01");
  await user.click(screen.getByRole("link", { name: "Suivant" }));
  await waitFor(() => expect(listRows()[0]).toHaveTextContent("Aaa 26"));
  expect(window.location.search).toBe("?search=redire+fadebec&page=2");
  await fill(user, search, "aaa 07 carreleur fadebec");
  await expectRows("Aaa 07");
  await shop.sql`update testimonials set role = 'Carreleur à Kaya' where name = 'Aaa 07'`;
  await press(user, "Actualiser");
  await expectRows("Carreleur à Kaya");
  await fill(user, search, "zzqqxx");
  await screen.findByText("Aucun témoignage ne correspond à cette recherche.");
  await user.click(screen.getByRole("link", { name: "Effacer" }));
  await waitFor(() => expect(window.location.search).toBe(""));
  await shop.sql`delete from testimonials where name like 'Aaa %'`;
});

test("a list that cannot be read says so, and is read again on demand", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const mend = shop.network.fail(READ);
  const { user } = await open(LIST, { as: await administrator() });
  await expectFailure("Erreur", "Impossible de charger les témoignages");
  mend();
  await press(user, "Réessayer", await screen.findByRole("main"));
  await waitFor(() => expect(listRows()).not.toHaveLength(0));
  await expectLogged(errors, /load testimonials/);
});

test("what is missing is said, a new one is sent once, and empty texts are null", async ({
  open,
  shop,
  administrator,
}) => {
  stubPictures("nulle-part");
  const { user } = await open(LIST, { as: await administrator() });
  await press(user, "Ajouter un témoignage");
  const form = within(await findDialog(TITLES.add));
  await press(user, "Enregistrer");
  await waitFor(() => expect(form.getByLabelText("Nom")).toHaveAccessibleDescription(/Le nom est requis/));
  expect(form.getByLabelText("Témoignage")).toHaveAccessibleDescription(/Le témoignage est requis/);
  await fill(user, form.getByLabelText("Nom"), "Bintou Zida");
  await fill(user, form.getByLabelText("Rôle (facultatif)"), "Maçonne");
  await fill(user, form.getByLabelText("Témoignage"), "Le ciment est arrivé le lendemain");
  await fill(user, form.getByLabelText("Photo (facultatif)"), "/nulle-part.png");
  await waitFor(() =>
    expect(form.getByLabelText("Photo (facultatif)")).toHaveAccessibleDescription(
      /semble invalide ou inaccessible/,
    ),
  );
  await fill(user, form.getByLabelText("Photo (facultatif)"), "/icon-192.png");
  const release = shop.network.hold(WRITTEN);
  await press(user, "Enregistrer");
  await user.click(await form.findByRole("button", { name: "Enregistrement..." }));
  release();
  await expectToast("Témoignage ajouté");
  expect(shop.network.asked(WRITTEN, "POST")).toHaveLength(1);
  const stored = () => shop.sql`
    select role, content, rating::float8, avatar from testimonials where name = 'Bintou Zida'`;
  expect(await stored()).toEqual([
    { role: "Maçonne", content: "Le ciment est arrivé le lendemain", rating: 5, avatar: "/icon-192.png" },
  ]);
  await waitFor(() =>
    expect(rowOf("Bintou Zida")?.querySelector("img")).toHaveAttribute("src", "/icon-192.png"),
  );
  await press(user, "Modifier le témoignage de Bintou Zida");
  const change = within(await findDialog(TITLES.edit));
  await fill(user, change.getByLabelText("Rôle (facultatif)"), " ");
  await fill(user, change.getByLabelText("Photo (facultatif)"), " ");
  await press(user, "Enregistrer");
  await expectToast("Témoignage modifié");
  expect(await stored()).toMatchObject([{ role: null, avatar: null }]);
});

test("what the server refuses is said, and what was typed stays", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  await shop.sql`insert into testimonials (name, content) values ('Issa Zongo', 'Rien à redire')`;
  const { user } = await open(`${LIST}?search=zongo`, { as: await administrator() });
  shop.network.fail(WRITTEN, { message: "disque plein", status: 400 });

  await press(user, "Ajouter un témoignage");
  const form = within(await findDialog(TITLES.add));
  await fill(user, form.getByLabelText("Nom"), "Issa Zongo");
  await fill(user, form.getByLabelText("Témoignage"), "Encore un");
  await press(user, "Enregistrer");
  const unmade = "Impossible d'ajouter le témoignage: disque plein";
  expect(await form.findByRole("alert")).toHaveTextContent(unmade);
  await expectFailure("Erreur", unmade);
  expect(form.getByLabelText("Témoignage")).toHaveValue("Encore un");
  await press(user, "Annuler");

  await press(user, "Modifier le témoignage de Issa Zongo");
  const change = within(await findDialog(TITLES.edit));
  await fill(user, change.getByLabelText("Témoignage"), "Tout à redire");
  await press(user, "Enregistrer");
  await expectFailure("Erreur", "Impossible de modifier le témoignage: disque plein");
  expect(change.getByLabelText("Témoignage")).toHaveValue("Tout à redire");
  await press(user, "Annuler");

  await press(user, "Supprimer le témoignage de Issa Zongo");
  await press(user, "Supprimer", await findDialog(TITLES.remove));
  await expectFailure("Erreur", "Impossible de supprimer le témoignage: disque plein");
  for (const what of ["add", "edit", "delete"]) {
    await expectLogged(errors, new RegExp(`could not be changed \\(${what}\\)`));
  }
  expect(await shop.sql`select content from testimonials where name = 'Issa Zongo'`).toEqual([
    { content: "Rien à redire" },
  ]);
});

test("nobody who is signed out changes anything", async ({ open, shop, administrator }) => {
  await shop.sql`insert into testimonials (name, content) values ('Awa Traoré', 'Rien à redire')`;
  const { user } = await open(`${LIST}?search=${encodeURIComponent("Traoré")}`, {
    as: await administrator(),
  });
  await screen.findByRole("button", { name: "Supprimer le témoignage de Awa Traoré" });
  localStorage.removeItem(SESSION_KEY);
  const expectRefused = (verb: string) =>
    expectFailure("Erreur d'authentification", `Vous devez être connecté pour ${verb} un témoignage`);

  await press(user, "Supprimer le témoignage de Awa Traoré");
  await press(user, "Supprimer", await findDialog(TITLES.remove));
  await expectRefused("supprimer");

  await press(user, "Modifier le témoignage de Awa Traoré");
  const change = within(await findDialog(TITLES.edit));
  await fill(user, change.getByLabelText("Témoignage"), "Tout à redire");
  await press(user, "Enregistrer");
  await expectRefused("modifier");
  expect(change.getByRole("alert")).toHaveTextContent("Vous devez être connecté pour modifier");
  expect(change.getByLabelText("Témoignage")).toHaveValue("Tout à redire");
  await press(user, "Annuler");

  await press(user, "Ajouter un témoignage");
  const form = within(await findDialog(TITLES.add));
  await fill(user, form.getByLabelText("Nom"), "Awa Traoré");
  await fill(user, form.getByLabelText("Témoignage"), "Encore un");
  await press(user, "Enregistrer");
  await expectRefused("ajouter");
  expect(await shop.sql`select content from testimonials where name = 'Awa Traoré'`).toEqual([
    { content: "Rien à redire" },
  ]);
  expect(shop.network.asked(WRITTEN)).toHaveLength(0);
});
