/** Admin technicians: the list, form validation, and edit conflicts. */
import { randomUUID } from "node:crypto";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import {
  clickButton,
  createEmptyResponse,
  expectNoDialog,
  expectRows,
  findDialog,
  loseResponse,
  queryRows,
} from "#tests/support/screens/admin-lists.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  fillField,
  getCurrentPath,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";
import { createTechnician } from "#tests/support/technicians.ts";
import { createUniqueWord } from "#tests/support/unique-word.ts";

const LIST_PATH = "/admin/technicians";
const NEW = "/admin/technicians/new";
const LIST_URL = /\/rest\/v1\/(technician_profiles|rpc\/search_technicians)\?/;
const WRITE_URL = /\/rest\/v1\/technicians(\?|$)/;

const field = (label: string) => screen.getByLabelText(label);
const optional = (label: string) => screen.getByLabelText(`${label} (facultatif)`);
const backToList = () => within(screen.getByRole("main")).getByRole("link", { name: "Techniciens" });

async function expectAddress(wanted: string): Promise<void> {
  await waitFor(() => expect(getCurrentPath()).toBe(wanted));
}

test("a technician is found by name, specialty or place, by the search in the URL", async ({
  open,
  shop,
  administrator,
}) => {
  const uniqueWord = createUniqueWord();
  const ali = await createTechnician(shop.sql, {
    name: `Ali Sanou ${uniqueWord}`,
    specialty: `Forage-${uniqueWord}`,
    location: `Kaya ${uniqueWord}`,
    rating: 4.8,
    review_count: 64,
    image: "/icon-192.png",
  });
  const bintou = await createTechnician(shop.sql, { name: `Bintou Zida ${uniqueWord}`, rating: 3 });
  const { user } = await open(`${LIST_PATH}?search=${uniqueWord}`, { as: await administrator() });
  await screen.findByRole("heading", { level: 1, name: "Techniciens" });
  await expectRows(ali.slug, bintou.slug);
  const [row] = queryRows();
  for (const text of [ali.name, `Forage-${uniqueWord}`, `Kaya ${uniqueWord}`, "4,8 (64 avis)"]) {
    expect(row).toHaveTextContent(text);
  }
  expect(row?.querySelector("img")).toHaveAttribute("src", "/icon-192.png");
  const search = screen.getByRole("searchbox", { name: "Rechercher un technicien" });
  for (const text of [`ALI sanou ${uniqueWord}`, `forage-${uniqueWord}`, `KAYA ${uniqueWord}`]) {
    await fillField(user, search, text);
    await waitFor(() => expect(new URLSearchParams(window.location.search).get("search")).toBe(text));
    await expectRows(ali.slug);
  }
  await fillField(user, search, uniqueWord);
  await expectRows(ali.slug, bintou.slug);
  await user.click(screen.getByRole("link", { name: "Note" }));
  await expectAddress(`${LIST_PATH}?search=${uniqueWord}&sort=rating`);
  await expectRows("3,0 (0 avis)", "4,8 (64 avis)");
  await fillField(user, search, "zzqqxx");
  await screen.findByText("Aucun technicien ne correspond à cette recherche.");
});

test("an empty list links to the form for a new technician", async ({ open, shop, administrator }) => {
  shop.network.respond(LIST_URL, createEmptyResponse);
  const { user } = await open(LIST_PATH, { as: await administrator() });
  const empty = await screen.findByText("Aucun technicien pour le moment.");
  await user.click(within(empty).getByRole("link", { name: "Ajouter un technicien" }));
  await expectAddress(NEW);
  await screen.findByRole("heading", { name: "Nouveau technicien" });
});

test("missing fields of a new technician are reported, and empty ones are null", async ({
  open,
  shop,
  administrator,
}) => {
  const uniqueWord = createUniqueWord();
  const { user } = await open(NEW, { as: await administrator() });
  for (const block of ["Informations générales", "Coordonnées", "Image", "Évaluation"]) {
    await screen.findByRole("region", { name: block });
  }
  expect(screen.queryByRole("button", { name: "Supprimer" })).toBeNull();
  await fillField(user, optional("URL de l'image"), "photo.jpg");
  await fillField(user, optional("Email"), "ali@");
  await clickButton(user, "Enregistrer");
  await expectNewestErrorToast("Erreur de validation", "Vérifiez les champs signalés.");
  for (const [label, message] of Object.entries({
    Nom: "Le nom est requis",
    Slug: "Le slug est requis",
    Spécialité: "La spécialité est requise",
    "Slug de spécialité": "Le slug de spécialité est requis",
    Description: "La description est requise",
    "URL de l'image (facultatif)": "Entrez une URL valide ou laissez vide",
    "Email (facultatif)": "L'email doit être valide",
  })) {
    expect(field(label)).toHaveAccessibleDescription(new RegExp(message));
  }
  expect(field("Nom")).toHaveFocus();
  await fillField(user, optional("URL de l'image"), "");
  await fillField(user, optional("Email"), "");
  await fillField(user, field("Nom"), `Téné Ouédraogo ${uniqueWord}`);
  await fillField(user, field("Spécialité"), "Électricité");
  const slug = `tene-ouedraogo-${uniqueWord}`;
  await waitFor(() => expect(field("Slug")).toHaveValue(slug));
  expect(field("Slug de spécialité")).toHaveValue("electricite");
  await fillField(user, field("Description"), "Installe et répare.");
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Technicien ajouté");
  await expectAddress(LIST_PATH);
  const [stored] = await shop.sql`select * from technicians where slug = ${slug}`;
  expect(stored).toMatchObject({
    specialty: "Électricité",
    specialty_slug: "electricite",
    phone: null,
    email: null,
    image: null,
    experience: null,
    location: null,
    availability: null,
    rating: "0",
    review_count: 0,
    satisfied_clients: 100,
    verified_at: null,
  });
});

test("a slug that another technician has is rejected, and the list is restored as it was left", async ({
  open,
  shop,
  administrator,
}) => {
  const uniqueWord = createUniqueWord();
  const ali = await createTechnician(shop.sql, {
    name: `Ali Sanou ${uniqueWord}`,
    phone: "+22670000001",
    verified_at: "2026-01-01",
  });
  const bintou = await createTechnician(shop.sql, {
    name: `Bintou Zida ${uniqueWord}`,
    slug: `bintou-zida-${uniqueWord}`,
  });
  const { user } = await open(`${LIST_PATH}?search=${uniqueWord}`, { as: await administrator() });
  await user.click(await screen.findByRole("link", { name: `Modifier ${ali.name}` }));
  await waitFor(() => expect(optional("Téléphone")).toHaveValue("+226 70 00 00 01"));
  await fillField(user, field("Nom"), bintou.name);
  await clickButton(user, "Générer depuis le nom");
  await waitFor(() => expect(field("Slug")).toHaveValue(`${bintou.slug}-2`));
  await fillField(user, field("Slug"), bintou.slug);
  await clickButton(user, "Enregistrer");
  await waitFor(() => expect(field("Slug")).toHaveAccessibleDescription(/déjà celui d'un autre technicien/));
  await waitFor(() => expect(field("Slug")).toHaveFocus());
  await fillField(user, field("Slug"), ali.slug);
  await fillField(user, field("Nom"), ali.name);
  for (const [label, text] of Object.entries({
    Téléphone: "70 00 00 02",
    Email: "ali@exemple.bf",
    "Expérience (années)": "12",
    "Note (0 à 5)": "4,6",
    "Nombre d'avis": "7",
    "Clients satisfaits": "250",
  })) {
    await fillField(user, optional(label), text);
  }
  await user.click(field("Technicien vérifié"));
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Technicien mis à jour");
  await expectAddress(`${LIST_PATH}?search=${uniqueWord}`);
  await expectRows("4,6 (7 avis)", bintou.slug);
  const [stored] = await shop.sql`select * from technicians where id = ${ali.id}`;
  expect(stored).toMatchObject({
    phone: "+22670000002",
    email: "ali@exemple.bf",
    experience: 12,
    satisfied_clients: 250,
    verified_at: null,
  });
  await user.click(screen.getByRole("link", { name: `Modifier ${ali.name}` }));
  await screen.findByLabelText("Slug");
  await user.click(backToList());
  await expectAddress(`${LIST_PATH}?search=${uniqueWord}`);
});

test("another administrator's edit is not overwritten without a confirmation, and leaving unsaved asks", async ({
  open,
  shop,
  administrator,
}) => {
  const me = await administrator();
  const ali = await createTechnician(shop.sql, { location: "Kaya" });
  const { user } = await open(`${LIST_PATH}/edit/${ali.id}`, { as: me });
  await screen.findByLabelText("Slug");
  await fillField(user, optional("Disponibilité"), "Le samedi");
  await shop.sql`update technicians set location = 'Gaoua' where id = ${ali.id}`;
  await clickButton(user, "Enregistrer");
  const conflict = await screen.findByRole("alert");
  expect(conflict).toHaveTextContent(/Quelqu'un d'autre.*Localisation :\s*Gaoua/);
  await clickButton(user, "Prendre leurs valeurs", conflict);
  await waitFor(() => expect(optional("Localisation")).toHaveValue("Gaoua"));
  expect(optional("Disponibilité")).toHaveValue("");
  await fillField(user, optional("Disponibilité"), "Le dimanche");
  await user.click(backToList());
  await clickButton(user, "Annuler", await findDialog("Quitter sans enregistrer ?"));
  expect(optional("Disponibilité")).toHaveValue("Le dimanche");
  await clickButton(user, "Enregistrer");
  await expectAddress(LIST_PATH);
  const [stored] = await shop.sql`select location, availability from technicians where id = ${ali.id}`;
  expect(stored).toEqual({ location: "Gaoua", availability: "Le dimanche" });
  await open(`${LIST_PATH}/edit/${randomUUID()}`);
  await screen.findByText("Technicien non trouvé");
});

test("a technician is deleted after a confirmation, from the list or from the form", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const uniqueWord = createUniqueWord();
  const ali = await createTechnician(shop.sql, { name: `Ali Sanou ${uniqueWord}` });
  const bintou = await createTechnician(shop.sql, { name: `Bintou Zida ${uniqueWord}` });
  const { user } = await open(`${LIST_PATH}?search=${uniqueWord}`, { as: await administrator() });
  const bin = await screen.findByRole("button", { name: `Supprimer ${ali.name}` });
  const confirm = async (name: string, button: string) =>
    clickButton(user, button, await findDialog(`Supprimer ${name} ?`));
  await user.click(bin);
  await confirm(ali.name, "Annuler");
  await expectNoDialog();
  const restore = shop.network.fail(WRITE_URL, { method: "DELETE" });
  await user.click(bin);
  await confirm(ali.name, "Supprimer");
  await expectNewestErrorToast("Erreur", "Impossible de supprimer le technicien");
  await expectLoggedError(errors, /the technician could not be deleted/);
  await expectRows(ali.slug, bintou.slug);
  restore();
  await user.click(bin);
  await confirm(ali.name, "Supprimer");
  await expectNewestToast("Technicien supprimé");
  await expectRows(bintou.slug);
  await user.click(screen.getByRole("link", { name: `Modifier ${bintou.name}` }));
  await screen.findByLabelText("Slug");
  await fillField(user, field("Nom"), "Autre");
  await clickButton(user, "Supprimer");
  await confirm(bintou.name, "Supprimer");
  await expectAddress(`${LIST_PATH}?search=${uniqueWord}`);
  await screen.findByText("Aucun technicien ne correspond à cette recherche.");
  expect(await shop.sql`select from technicians where id in (${ali.id}, ${bintou.id})`).toHaveLength(0);
});

test("a failed read of the list and of the form is reported and can be retried", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const me = await administrator();
  const ali = await createTechnician(shop.sql);
  for (const [path, said] of [
    [`${LIST_PATH}?search=${ali.slug}`, "Impossible de charger les techniciens"],
    [`${LIST_PATH}/edit/${ali.id}`, "Impossible de charger les détails du technicien"],
  ] as const) {
    const restore = shop.network.fail(LIST_URL);
    const { user } = await open(path, { as: me });
    await expectNewestErrorToast("Erreur", said);
    restore();
    await clickButton(user, "Réessayer", await screen.findByRole("main"));
    if (path.includes("edit")) await screen.findByDisplayValue(ali.slug);
    else await screen.findByText("Aucun technicien ne correspond à cette recherche.");
    await expectLoggedError(errors, /load technicians?/);
  }
});

test("a technician that could not be saved retains what was typed, and is saved once", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const me = await administrator();
  const name = `Ali Sanou ${createUniqueWord()}`;
  const { user } = await open(NEW, { as: me });
  await screen.findByLabelText("Slug");
  await fillField(user, field("Nom"), name);
  await fillField(user, field("Spécialité"), "Forage");
  await fillField(user, field("Description"), "Installe et répare.");
  await waitFor(() => expect(field("Slug")).not.toHaveValue(""));
  const restore = shop.network.fail(WRITE_URL, { message: "disque plein" });
  await clickButton(user, "Enregistrer");
  await expectNewestErrorToast("Erreur", "disque plein");
  restore();
  const stopLosingResponses = shop.network.respond(WRITE_URL, loseResponse);
  await clickButton(user, "Enregistrer");
  await expectNewestErrorToast("Erreur", "Une erreur est survenue");
  stopLosingResponses();
  await clickButton(user, "Enregistrer");
  await expectNewestToast("Technicien ajouté");
  const stored = await shop.sql<{ id: string }[]>`select id from technicians where name = ${name}`;
  expect(stored).toHaveLength(1);

  const edited = await open(`${LIST_PATH}/edit/${stored[0]?.id}`);
  await screen.findByDisplayValue(name);
  await fillField(edited.user, optional("Localisation"), "Kaya");
  await shop.sql`delete from admin_users where id = ${me.id}`;
  await clickButton(edited.user, "Enregistrer");
  await expectNewestErrorToast("Erreur", "Vous n'avez pas les droits d'administrateur");
  expect(optional("Localisation")).toHaveValue("Kaya");
  await expectLoggedError(errors, /the technician could not be saved/);
  allowErrors(errors, /the (pending counts|new orders) could not be loaded/);
  localStorage.removeItem(SESSION_KEY);
});
