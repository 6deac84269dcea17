/** The directory in the back office: what its list finds, what its form refuses, and what somebody else has changed. */
import { randomUUID } from "node:crypto";
import { SESSION_KEY } from "../../app/lib/stored-session.ts";
import { createTechnician } from "../support/technicians.ts";
import { newWord } from "../support/words.ts";
import {
  expectFailure,
  expectNoDialog,
  expectRows,
  expectToast,
  findDialog,
  listRows,
  loseAnswer,
  noRows,
  press,
} from "./support/admin-lists.ts";
import { expect, expectLogged, fill, forgive, screen, test, waitFor, within } from "./support/screen.ts";

const LIST = "/admin/technicians";
const NEW = "/admin/technicians/new";
const READ = /\/rest\/v1\/technician_profiles\?/;
const WRITTEN = /\/rest\/v1\/technicians(\?|$)/;

const field = (label: string) => screen.getByLabelText(label);
const optional = (label: string) => screen.getByLabelText(`${label} (facultatif)`);
const address = () => window.location.pathname + window.location.search;
const backToList = () => within(screen.getByRole("main")).getByRole("link", { name: "Techniciens" });

async function expectAddress(wanted: string): Promise<void> {
  await waitFor(() => expect(address()).toBe(wanted));
}

test("a technician is found by name, specialty or place, as the search in the address says", async ({
  open,
  shop,
  administrator,
}) => {
  const word = newWord();
  const ali = await createTechnician(shop.sql, {
    name: `Ali Sanou ${word}`,
    specialty: `Forage-${word}`,
    location: `Kaya ${word}`,
    rating: 4.8,
    review_count: 64,
    image: "/icon-192.png",
  });
  const bintou = await createTechnician(shop.sql, { name: `Bintou Zida ${word}`, rating: 3 });
  const { user } = await open(`${LIST}?search=${word}`, { as: await administrator() });
  await screen.findByRole("heading", { level: 1, name: "Techniciens" });
  await expectRows(ali.slug, bintou.slug);
  const [row] = listRows();
  for (const text of [ali.name, `Forage-${word}`, `Kaya ${word}`, "4,8 (64 avis)"]) {
    expect(row).toHaveTextContent(text);
  }
  expect(row?.querySelector("img")).toHaveAttribute("src", "/icon-192.png");
  const search = screen.getByRole("searchbox", { name: "Rechercher un technicien" });
  for (const text of [`ALI sanou ${word}`, `forage-${word}`, `KAYA ${word}`]) {
    await fill(user, search, text);
    await waitFor(() => expect(new URLSearchParams(window.location.search).get("search")).toBe(text));
    await expectRows(ali.slug);
  }
  await fill(user, search, word);
  await expectRows(ali.slug, bintou.slug);
  await user.click(screen.getByRole("link", { name: "Note" }));
  await expectAddress(`${LIST}?search=${word}&sort=rating`);
  await expectRows("3,0 (0 avis)", "4,8 (64 avis)");
  await fill(user, search, "zzqqxx");
  await screen.findByText("Aucun technicien ne correspond à cette recherche.");
});

test("a list without technicians leads to the form for a new one", async ({ open, shop, administrator }) => {
  shop.network.answer(READ, noRows);
  const { user } = await open(LIST, { as: await administrator() });
  const empty = await screen.findByText("Aucun technicien pour le moment.");
  await user.click(within(empty).getByRole("link", { name: "Ajouter un technicien" }));
  await expectAddress(NEW);
  await screen.findByRole("heading", { name: "Nouveau technicien" });
});

test("what is missing from a new technician is said, and what is left empty is null", async ({
  open,
  shop,
  administrator,
}) => {
  const word = newWord();
  const { user } = await open(NEW, { as: await administrator() });
  for (const block of ["Informations générales", "Coordonnées", "Image", "Évaluation"]) {
    await screen.findByRole("region", { name: block });
  }
  expect(screen.queryByRole("button", { name: "Supprimer" })).toBeNull();
  await fill(user, optional("URL de l'image"), "photo.jpg");
  await fill(user, optional("Email"), "ali@");
  await press(user, "Enregistrer");
  await expectFailure("Erreur de validation", "Vérifiez les champs signalés.");
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
  await fill(user, optional("URL de l'image"), "");
  await fill(user, optional("Email"), "");
  await fill(user, field("Nom"), `Téné Ouédraogo ${word}`);
  await fill(user, field("Spécialité"), "Électricité");
  const slug = `tene-ouedraogo-${word}`;
  await waitFor(() => expect(field("Slug")).toHaveValue(slug));
  expect(field("Slug de spécialité")).toHaveValue("electricite");
  await fill(user, field("Description"), "Installe et répare.");
  await press(user, "Enregistrer");
  await expectToast("Technicien ajouté");
  await expectAddress(LIST);
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
    rating: "0.0",
    review_count: 0,
    satisfied_clients: 100,
    verified_at: null,
  });
});

test("a slug that another technician has is refused, and the list is as it was left", async ({
  open,
  shop,
  administrator,
}) => {
  const word = newWord();
  const ali = await createTechnician(shop.sql, {
    name: `Ali Sanou ${word}`,
    phone: "+22670000001",
    verified_at: "2026-01-01",
  });
  const bintou = await createTechnician(shop.sql, {
    name: `Bintou Zida ${word}`,
    slug: `bintou-zida-${word}`,
  });
  const { user } = await open(`${LIST}?search=${word}`, { as: await administrator() });
  await user.click(await screen.findByRole("link", { name: `Modifier ${ali.name}` }));
  await waitFor(() => expect(optional("Téléphone")).toHaveValue("+226 70 00 00 01"));
  await fill(user, field("Nom"), bintou.name);
  await press(user, "Générer depuis le nom");
  await waitFor(() => expect(field("Slug")).toHaveValue(`${bintou.slug}-2`));
  await fill(user, field("Slug"), bintou.slug);
  await press(user, "Enregistrer");
  await waitFor(() => expect(field("Slug")).toHaveAccessibleDescription(/déjà celui d'un autre technicien/));
  expect(field("Slug")).toHaveFocus();
  await fill(user, field("Slug"), ali.slug);
  await fill(user, field("Nom"), ali.name);
  for (const [label, text] of Object.entries({
    Téléphone: "70 00 00 02",
    Email: "ali@exemple.bf",
    "Expérience (années)": "12",
    "Note (0 à 5)": "4,6",
    "Nombre d'avis": "7",
    "Clients satisfaits": "250",
  })) {
    await fill(user, optional(label), text);
  }
  await user.click(field("Technicien vérifié"));
  await press(user, "Enregistrer");
  await expectToast("Technicien mis à jour");
  await expectAddress(`${LIST}?search=${word}`);
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
  await expectAddress(`${LIST}?search=${word}`);
});

test("somebody else's edition is not replaced unasked, and leaving unsaved asks first", async ({
  open,
  shop,
  administrator,
}) => {
  const me = await administrator();
  const ali = await createTechnician(shop.sql, { location: "Kaya" });
  const { user } = await open(`${LIST}/edit/${ali.id}`, { as: me });
  await screen.findByLabelText("Slug");
  await fill(user, optional("Disponibilité"), "Le samedi");
  await shop.sql`update technicians set location = 'Gaoua' where id = ${ali.id}`;
  await press(user, "Enregistrer");
  const conflict = await screen.findByRole("alert");
  expect(conflict).toHaveTextContent(/Quelqu'un d'autre.*Localisation :\s*Gaoua/);
  await press(user, "Prendre leurs valeurs", conflict);
  await waitFor(() => expect(optional("Localisation")).toHaveValue("Gaoua"));
  expect(optional("Disponibilité")).toHaveValue("");
  await fill(user, optional("Disponibilité"), "Le dimanche");
  await user.click(backToList());
  await press(user, "Annuler", await findDialog("Quitter sans enregistrer ?"));
  expect(optional("Disponibilité")).toHaveValue("Le dimanche");
  await press(user, "Enregistrer");
  await expectAddress(LIST);
  const [stored] = await shop.sql`select location, availability from technicians where id = ${ali.id}`;
  expect(stored).toEqual({ location: "Gaoua", availability: "Le dimanche" });
  await open(`${LIST}/edit/${randomUUID()}`);
  await screen.findByText("Technicien non trouvé");
});

test("a technician is deleted after a question, from the list or from the form", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const word = newWord();
  const ali = await createTechnician(shop.sql, { name: `Ali Sanou ${word}` });
  const bintou = await createTechnician(shop.sql, { name: `Bintou Zida ${word}` });
  const { user } = await open(`${LIST}?search=${word}`, { as: await administrator() });
  const bin = await screen.findByRole("button", { name: `Supprimer ${ali.name}` });
  const confirm = async (name: string, answer: string) =>
    press(user, answer, await findDialog(`Supprimer ${name} ?`));
  await user.click(bin);
  await confirm(ali.name, "Annuler");
  await expectNoDialog();
  const mend = shop.network.fail(WRITTEN, { method: "DELETE" });
  await user.click(bin);
  await confirm(ali.name, "Supprimer");
  await expectFailure("Erreur", "Impossible de supprimer le technicien");
  await expectLogged(errors, /the technician could not be deleted/);
  await expectRows(ali.slug, bintou.slug);
  mend();
  await user.click(bin);
  await confirm(ali.name, "Supprimer");
  await expectToast("Technicien supprimé");
  await expectRows(bintou.slug);
  await user.click(screen.getByRole("link", { name: `Modifier ${bintou.name}` }));
  await screen.findByLabelText("Slug");
  await fill(user, field("Nom"), "Autre");
  await press(user, "Supprimer");
  await confirm(bintou.name, "Supprimer");
  await expectAddress(`${LIST}?search=${word}`);
  await screen.findByText("Aucun technicien ne correspond à cette recherche.");
  expect(await shop.sql`select from technicians where id in (${ali.id}, ${bintou.id})`).toHaveLength(0);
});

test("a list and a form that cannot be read say so, and are read again on demand", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const me = await administrator();
  const ali = await createTechnician(shop.sql);
  for (const [path, said] of [
    [`${LIST}?search=${ali.slug}`, "Impossible de charger les techniciens"],
    [`${LIST}/edit/${ali.id}`, "Impossible de charger les détails du technicien"],
  ] as const) {
    const mend = shop.network.fail(READ);
    const { user } = await open(path, { as: me });
    await expectFailure("Erreur", said);
    mend();
    await press(user, "Réessayer", await screen.findByRole("main"));
    if (path.includes("edit")) await screen.findByDisplayValue(ali.slug);
    else await screen.findByText("Aucun technicien ne correspond à cette recherche.");
    await expectLogged(errors, /load technicians?/);
  }
});

test("a technician that cannot be saved stays as typed, and is saved once", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const me = await administrator();
  const name = `Ali Sanou ${newWord()}`;
  const { user } = await open(NEW, { as: me });
  await screen.findByLabelText("Slug");
  await fill(user, field("Nom"), name);
  await fill(user, field("Spécialité"), "Forage");
  await fill(user, field("Description"), "Installe et répare.");
  await waitFor(() => expect(field("Slug")).not.toHaveValue(""));
  const mend = shop.network.fail(WRITTEN, { message: "disque plein" });
  await press(user, "Enregistrer");
  await expectFailure("Erreur", "disque plein");
  mend();
  const deliver = shop.network.answer(WRITTEN, loseAnswer);
  await press(user, "Enregistrer");
  await expectFailure("Erreur", "Une erreur est survenue");
  deliver();
  await press(user, "Enregistrer");
  await expectToast("Technicien ajouté");
  const stored = await shop.sql<{ id: string }[]>`select id from technicians where name = ${name}`;
  expect(stored).toHaveLength(1);

  const edited = await open(`${LIST}/edit/${stored[0]?.id}`);
  await screen.findByDisplayValue(name);
  await fill(edited.user, optional("Localisation"), "Kaya");
  await shop.sql`delete from admin_users where id = ${me.id}`;
  await press(edited.user, "Enregistrer");
  await expectFailure("Erreur", "Vous n'avez pas les droits d'administrateur");
  expect(optional("Localisation")).toHaveValue("Kaya");
  await expectLogged(errors, /the technician could not be saved/);
  forgive(errors, /what waits could not/);
  localStorage.removeItem(SESSION_KEY);
});
