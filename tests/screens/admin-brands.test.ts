/** Admin brands: pagination, the empty list, edit conflicts, and failed or rejected changes. */
import { randomUUID } from "node:crypto";
import {
  clickButton,
  createEmptyResponse,
  findDialog,
  loseResponse,
  queryRows,
  stubImages,
} from "#tests/support/screens/admin-lists.ts";
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

const LIST_PATH = "/admin/brands";
const LIST_URL = /\/rest\/v1\/brands\?.*order=name/;
const WRITE_URL = /\/rest\/v1\/brands(\?(columns|id|select)=.*)?$/;

test("many brands are paged, and an empty list says so", async ({ open, shop, administrator }) => {
  const me = await administrator();
  await shop.sql`insert into brands (name) select 'Aaa ' || to_char(n, 'FM00') from generate_series(1, 30) n`;
  const { user } = await open(LIST_PATH, { as: me });
  await waitFor(() => expect(queryRows()).toHaveLength(25));
  expect(queryRows()[0]).toHaveTextContent("Aaa 01");
  await user.click(
    within(screen.getByRole("navigation", { name: "Pages" })).getByRole("link", { name: "Suivant" }),
  );
  await waitFor(() => expect(queryRows()[0]).toHaveTextContent("Aaa 26"));
  await shop.sql`delete from brands where name like 'Aaa %'`;
  shop.network.respond(LIST_URL, createEmptyResponse);
  await open(LIST_PATH);
  await screen.findByText("Aucune marque pour le moment.");
  expect(screen.getAllByRole("button", { name: "Ajouter une marque" })).toHaveLength(2);
});

test("a failed read of the list is reported and can be retried", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const restore = shop.network.fail(LIST_URL);
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await expectNewestErrorToast("Erreur", "Impossible de charger les marques partenaires");
  restore();
  await clickButton(user, "Réessayer", await screen.findByRole("main"));
  await waitFor(() => expect(queryRows()).not.toHaveLength(0));
  await expectLoggedError(errors, /load brands/);
});

test("the form shows its errors, a second click sends nothing, and an empty logo is null", async ({
  open,
  shop,
  administrator,
}) => {
  stubImages("nulle-part");
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await clickButton(user, "Ajouter une marque");
  const form = within(await findDialog("Nouvelle marque"));
  await fillField(user, form.getByLabelText("Nom"), "   ");
  await clickButton(user, "Enregistrer");
  await waitFor(() =>
    expect(form.getByLabelText("Nom")).toHaveAccessibleDescription(/Le nom de la marque est requis/),
  );
  expect(form.getByLabelText("Nom")).toHaveFocus();
  await fillField(user, form.getByLabelText("Nom"), "  Aaa Zida  ");
  await fillField(user, form.getByLabelText("Logo (facultatif)"), " /icon-192.png ");
  const release = shop.network.hold(WRITE_URL, "POST");
  await clickButton(user, "Enregistrer");
  await user.click(await form.findByRole("button", { name: "Enregistrement..." }));
  release();
  await expectNewestToast("Marque ajoutée");
  expect(shop.network.listRequests(WRITE_URL, "POST")).toHaveLength(1);
  const stored = () => shop.sql`select name, logo from brands where name like 'Aaa %'`;
  expect(await stored()).toEqual([{ name: "Aaa Zida", logo: "/icon-192.png" }]);

  await clickButton(user, "Modifier Aaa Zida");
  const change = within(await findDialog("Modifier la marque"));
  await fillField(user, change.getByLabelText("Nom"), "Aaa Zida bis");
  await fillField(user, change.getByLabelText("Logo (facultatif)"), "   ");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Marque mise à jour");
  const [sent] = shop.network.listRequests(WRITE_URL, "PATCH");
  expect(await sent?.json()).toEqual({
    name: "Aaa Zida bis",
    slug: "aaa-zida",
    logo: null,
    description: null,
    updated_at: expect.any(String),
  });
  expect(await stored()).toEqual([{ name: "Aaa Zida bis", logo: null }]);
  await shop.sql`delete from brands where name like 'Aaa %'`;
});

test("a failed save or delete is reported, the form retains its values, and a lost response creates no second brand", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  stubImages("nulle-part");
  const me = await administrator();
  const { user } = await open(LIST_PATH, { as: me });
  await clickButton(user, "Ajouter une marque");
  const form = within(await findDialog("Nouvelle marque"));
  const logo = form.getByLabelText("Logo (facultatif)");
  await fillField(user, form.getByLabelText("Nom"), "Aaa Sanou");
  await fillField(user, logo, "logo");
  await clickButton(user, "Enregistrer");
  await waitFor(() => expect(logo).toHaveAccessibleDescription(/L'URL du logo n'est pas valide/));
  await fillField(user, logo, "/nulle-part.svg");
  await waitFor(() => expect(logo).toHaveAccessibleDescription(/semble invalide ou inaccessible/));
  const stopLosingResponses = shop.network.respond(WRITE_URL, loseResponse, "POST");
  await clickButton(user, "Enregistrer");
  expect(await form.findByRole("alert")).toHaveTextContent(
    "Impossible d'ajouter la marque : le serveur ne répond pas",
  );
  await expectNewestErrorToast("Erreur", "Impossible d'ajouter la marque");
  stopLosingResponses();
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Marque ajoutée");
  expect(await shop.sql`select logo from brands where name = 'Aaa Sanou'`).toEqual([
    { logo: "/nulle-part.svg" },
  ]);

  const restore = shop.network.fail(WRITE_URL, { message: "disque plein", status: 400, method: "PATCH" });
  await clickButton(user, "Modifier Aaa Sanou");
  const change = within(await findDialog("Modifier la marque"));
  await fillField(user, change.getByLabelText("Nom"), "Aaa Autre");
  await clickButton(user, "Enregistrer");
  expect(await change.findByRole("alert")).toHaveTextContent(
    "Impossible de mettre à jour la marque : disque plein",
  );
  await expectNewestErrorToast("Erreur", "Impossible de mettre à jour la marque");
  expect(change.getByLabelText("Nom")).toHaveValue("Aaa Autre");
  await clickButton(user, "Annuler");
  restore();
  await expectLoggedError(errors, /the brand could not be saved/);

  await shop.sql`delete from admin_users where id = ${me.id}`;
  await clickButton(user, "Supprimer Aaa Sanou");
  await clickButton(user, "Supprimer", await findDialog("Supprimer la marque ?"));
  await expectNewestErrorToast("Erreur", "Impossible de supprimer la marque");
  expect(await shop.sql`select from brands where name = 'Aaa Sanou'`).toHaveLength(1);
  await expectLoggedError(errors, /the brand could not be deleted/);
});

test("another administrator's edit is not overwritten without a confirmation", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const id = randomUUID();
  await shop.sql`insert into brands (id, name) values (${id}, 'Aaa Kaboré')`;
  const stored = () => shop.sql`select name, logo from brands where id = ${id}`;
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await clickButton(user, "Modifier Aaa Kaboré");
  const form = within(await findDialog("Modifier la marque"));
  await fillField(user, form.getByLabelText("Nom"), "Aaa Autre");
  await shop.sql`update brands set logo = '/icon-192.png' where id = ${id}`;
  await clickButton(user, "Enregistrer");
  const conflict = await form.findByRole("alert");
  expect(conflict).toHaveTextContent("Quelqu'un d'autre a enregistré cette marque entre-temps.");
  expect(conflict).toHaveTextContent("Logo :/icon-192.png");
  expect(await stored()).toEqual([{ name: "Aaa Kaboré", logo: "/icon-192.png" }]);
  await clickButton(user, "Prendre leurs valeurs");
  expect(form.getByLabelText("Nom")).toHaveValue("Aaa Kaboré");
  expect(form.getByLabelText("Logo (facultatif)")).toHaveValue("/icon-192.png");

  await fillField(user, form.getByLabelText("Nom"), "Aaa Encore");
  await shop.sql`update brands set logo = null where id = ${id}`;
  await clickButton(user, "Enregistrer");
  expect(await form.findByRole("alert")).toHaveTextContent("Logo :vide");
  await clickButton(user, "Garder les miennes");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Marque mise à jour");
  expect(await stored()).toEqual([{ name: "Aaa Encore", logo: "/icon-192.png" }]);

  await clickButton(user, "Modifier Aaa Encore");
  const gone = within(await findDialog("Modifier la marque"));
  await shop.sql`delete from brands where id = ${id}`;
  await clickButton(user, "Enregistrer");
  expect(await gone.findByRole("alert")).toHaveTextContent(
    "Impossible de mettre à jour la marque : Cet élément n'existe plus : il a été supprimé entre-temps.",
  );
  await expectLoggedError(errors, /the brand could not be saved/);
});
