/** The partner brands in the back office: paged, none, and what fails or is refused. */
import {
  expectFailure,
  expectToast,
  findDialog,
  listRows,
  loseAnswer,
  noRows,
  press,
  stubPictures,
} from "./support/admin-lists.ts";
import { expect, expectLogged, fill, screen, test, waitFor, within } from "./support/screen.ts";

const LIST = "/admin/brands";
const READ = /\/rest\/v1\/brands\?.*order=name/;
const WRITTEN = /\/rest\/v1\/brands(\?(columns|id)=.*)?$/;

test("many brands are paged, and none are said to be none", async ({ open, shop, administrator }) => {
  const me = await administrator();
  await shop.sql`insert into brands (name) select 'Aaa ' || to_char(n, 'FM00') from generate_series(1, 30) n`;
  const { user } = await open(LIST, { as: me });
  await waitFor(() => expect(listRows()).toHaveLength(25));
  expect(listRows()[0]).toHaveTextContent("Aaa 01");
  await user.click(
    within(screen.getByRole("navigation", { name: "Pages" })).getByRole("link", { name: "Suivant" }),
  );
  await waitFor(() => expect(listRows()[0]).toHaveTextContent("Aaa 26"));
  await shop.sql`delete from brands where name like 'Aaa %'`;
  shop.network.answer(READ, noRows);
  await open(LIST);
  await screen.findByText("Aucune marque pour le moment.");
  expect(screen.getAllByRole("button", { name: "Ajouter une marque" })).toHaveLength(2);
});

test("a list that cannot be read says so, and is read again on demand", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const mend = shop.network.fail(READ);
  const { user } = await open(LIST, { as: await administrator() });
  await expectFailure("Erreur", "Impossible de charger les marques partenaires");
  mend();
  await press(user, "Réessayer", await screen.findByRole("main"));
  await waitFor(() => expect(listRows()).not.toHaveLength(0));
  await expectLogged(errors, /load brands/);
});

test("a form says what it wants, its second press sends nothing, and no logo is null", async ({
  open,
  shop,
  administrator,
}) => {
  stubPictures("nulle-part");
  const { user } = await open(LIST, { as: await administrator() });
  await press(user, "Ajouter une marque");
  const form = within(await findDialog("Nouvelle marque"));
  await fill(user, form.getByLabelText("Nom"), "   ");
  await press(user, "Enregistrer");
  await waitFor(() =>
    expect(form.getByLabelText("Nom")).toHaveAccessibleDescription(/Le nom de la marque est requis/),
  );
  expect(form.getByLabelText("Nom")).toHaveFocus();
  await fill(user, form.getByLabelText("Nom"), "  Aaa Zida  ");
  await fill(user, form.getByLabelText("Logo (facultatif)"), " /icon-192.png ");
  const release = shop.network.hold(WRITTEN, "POST");
  await press(user, "Enregistrer");
  await user.click(await form.findByRole("button", { name: "Enregistrement..." }));
  release();
  await expectToast("Marque ajoutée");
  expect(shop.network.asked(WRITTEN, "POST")).toHaveLength(1);
  const stored = () => shop.sql`select name, logo from brands where name like 'Aaa %'`;
  expect(await stored()).toEqual([{ name: "Aaa Zida", logo: "/icon-192.png" }]);

  await press(user, "Modifier Aaa Zida");
  const change = within(await findDialog("Modifier la marque"));
  await fill(user, change.getByLabelText("Nom"), "Aaa Zida bis");
  await fill(user, change.getByLabelText("Logo (facultatif)"), "   ");
  await press(user, "Enregistrer");
  await expectToast("Marque mise à jour");
  const [sent] = shop.network.asked(WRITTEN, "PATCH");
  expect(await sent?.json()).toEqual({ name: "Aaa Zida bis", logo: null, updated_at: expect.any(String) });
  expect(await stored()).toEqual([{ name: "Aaa Zida bis", logo: null }]);
  await shop.sql`delete from brands where name like 'Aaa %'`;
});

test("what cannot be saved or deleted says so, what was typed stays, and a lost answer makes no second brand", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  stubPictures("nulle-part");
  const me = await administrator();
  const { user } = await open(LIST, { as: me });
  await press(user, "Ajouter une marque");
  const form = within(await findDialog("Nouvelle marque"));
  const logo = form.getByLabelText("Logo (facultatif)");
  await fill(user, form.getByLabelText("Nom"), "Aaa Sanou");
  await fill(user, logo, "logo");
  await press(user, "Enregistrer");
  await waitFor(() => expect(logo).toHaveAccessibleDescription(/L'URL du logo n'est pas valide/));
  await fill(user, logo, "/nulle-part.svg");
  await waitFor(() => expect(logo).toHaveAccessibleDescription(/semble invalide ou inaccessible/));
  const deliver = shop.network.answer(WRITTEN, loseAnswer, "POST");
  await press(user, "Enregistrer");
  expect(await form.findByRole("alert")).toHaveTextContent(
    "Impossible d'ajouter la marque : le serveur ne répond pas",
  );
  await expectFailure("Erreur", "Impossible d'ajouter la marque");
  deliver();
  await press(user, "Enregistrer");
  await expectToast("Marque ajoutée");
  expect(await shop.sql`select logo from brands where name = 'Aaa Sanou'`).toEqual([
    { logo: "/nulle-part.svg" },
  ]);

  const mend = shop.network.fail(WRITTEN, { message: "disque plein", status: 400, method: "PATCH" });
  await press(user, "Modifier Aaa Sanou");
  const change = within(await findDialog("Modifier la marque"));
  await fill(user, change.getByLabelText("Nom"), "Aaa Autre");
  await press(user, "Enregistrer");
  expect(await change.findByRole("alert")).toHaveTextContent(
    "Impossible de mettre à jour la marque : disque plein",
  );
  await expectFailure("Erreur", "Impossible de mettre à jour la marque");
  expect(change.getByLabelText("Nom")).toHaveValue("Aaa Autre");
  await press(user, "Annuler");
  mend();
  await expectLogged(errors, /the brand could not be saved/);

  await shop.sql`delete from admin_users where id = ${me.id}`;
  await press(user, "Supprimer Aaa Sanou");
  await press(user, "Supprimer", await findDialog("Supprimer la marque ?"));
  await expectFailure("Erreur", "Impossible de supprimer la marque");
  expect(await shop.sql`select from brands where name = 'Aaa Sanou'`).toHaveLength(1);
  await expectLogged(errors, /the brand could not be deleted/);
});
