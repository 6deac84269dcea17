/** Admin search terms: the synonyms, the searches without a result, and what fails. */
import { clickButton, findDialog, queryRows } from "#tests/support/screens/admin-lists.ts";
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

const LIST_PATH = "/admin/search-terms";
const LIST_URL = /\/rest\/v1\/rpc\/find_synonyms\?/;
const MISSED_URL = /\/rest\/v1\/rpc\/list_missed_searches\?/;
const MISSED_WRITE_URL = /\/rest\/v1\/missed_searches\?/;

test("a search without a result becomes a synonym of its words without the price, and leaves the list", async ({
  open,
  shop,
  administrator,
}) => {
  await shop.sql`delete from missed_searches`;
  await shop.sql`insert into missed_searches (term, searches, answered) values ('tuile canal la moins chere moins de 3000 f', 7, null), ('girouette', 2, null), ('perceuse bosch', 1, 'perceuse')`;
  const { user } = await open(LIST_PATH, { as: await administrator() });
  const missed = within(await screen.findByRole("region", { name: "Recherches sans résultat" }));
  expect((await missed.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("tuile canal la moins chere moins de 3000 f 7 fois"),
    expect.stringContaining("girouette 2 fois"),
    expect.stringMatching(/^perceuse bosch 1 fois.*Produits montrés pour «\sperceuse\s»/),
  ]);
  await clickButton(user, "Faire un synonyme de tuile canal");
  const form = within(await findDialog("Nouveau synonyme"));
  expect(form.getByLabelText("Ce que les clients écrivent")).toHaveValue("tuile canal");
  await clickButton(user, "Enregistrer");
  const meanings = form.getByLabelText("Ce que la boutique cherche aussi");
  await waitFor(() => expect(meanings).toHaveAccessibleDescription(/Écrivez au moins un mot/));
  await fillField(user, meanings, "tôle bac\ntôle ondulée");
  await user.click(form.getByLabelText("La boutique ne vend pas cela : le dire au client"));
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Synonyme ajouté");
  expect(
    await shop.sql`select meanings, is_substitute from search_synonyms where term = 'tuile canal'`,
  ).toEqual([{ meanings: ["tôle bac", "tôle ondulée"], is_substitute: true }]);
  await waitFor(() => expect(missed.queryByText(/^tuile canal/)).toBeNull());
  await clickButton(user, "Ignorer girouette");
  await waitFor(() => expect(missed.getByRole("button", { name: "Ignorer perceuse bosch" })).toHaveFocus());
  await clickButton(user, "Ignorer perceuse bosch");
  await missed.findByText(/Aucune ces 30 derniers jours/);
  await shop.sql`delete from search_synonyms where term = 'tuile canal'`;
});

test("synonyms are found, edited and deleted, and a word has one", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  await shop.sql`insert into search_synonyms (term, meanings) values ('zzz bidule', '{cuve}')`;
  const { user } = await open(`${LIST_PATH}?search=bidule`, { as: await administrator() });
  await waitFor(() => expect(queryRows()).toHaveLength(1));
  await clickButton(user, "Modifier zzz bidule");
  const form = within(await findDialog("Modifier le synonyme"));
  await fillField(user, form.getByLabelText("Ce que les clients écrivent"), "Polytanks");
  await clickButton(user, "Enregistrer");
  await waitFor(() =>
    expect(form.getByLabelText("Ce que les clients écrivent")).toHaveAccessibleDescription(
      /Ce mot a déjà un synonyme/,
    ),
  );
  await expectLoggedError(errors, /search_synonyms_term_key_key/);
  await fillField(user, form.getByLabelText("Ce que les clients écrivent"), "zzz bidules");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Synonyme mis à jour");
  await clickButton(user, "Supprimer zzz bidules");
  await user.click(
    within(await findDialog("Supprimer le synonyme ?")).getByRole("button", { name: "Supprimer" }),
  );
  await expectNewestToast("Synonyme supprimé");
  await screen.findByText("Aucun synonyme ne correspond à ces critères.");
});

test("what cannot be loaded or dismissed is reported, and can be tried again", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  await shop.sql`insert into missed_searches (term) values ('girouette') on conflict do nothing`;
  const restoreList = shop.network.fail(LIST_URL);
  const restoreMissed = shop.network.fail(MISSED_URL);
  const { user } = await open(LIST_PATH, { as: await administrator() });
  await expectNewestErrorToast("Erreur", "Impossible de charger les synonymes");
  await screen.findByText("Impossible de charger les recherches sans résultat");
  restoreList();
  restoreMissed();
  await user.click((await screen.findAllByRole("button", { name: "Réessayer" }))[0] as HTMLElement);
  await waitFor(() => expect(queryRows()).not.toHaveLength(0));
  const restoreWrite = shop.network.fail(MISSED_WRITE_URL);
  await clickButton(user, "Ignorer girouette");
  await expectNewestErrorToast("Erreur", "Impossible de retirer cette recherche de la liste");
  restoreWrite();
  await clickButton(user, "Ignorer girouette");
  await waitFor(() => expect(screen.queryByText("girouette")).toBeNull());
  await expectLoggedError(errors, /load synonyms/);
  await expectLoggedError(errors, /load missed searches/);
  await expectLoggedError(errors, /could not be dismissed/);
});
