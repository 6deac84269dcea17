/** The directory and its profiles as a visitor uses them, on a phone and on a desktop. */
import { DATA, expect, hold, settled } from "../support/storefront.ts";
import {
  cardsOf,
  dialogOf,
  letter,
  messagesTo,
  openForm,
  test,
  toasts,
  writeLetter,
} from "../support/technicians.ts";

test("trades and names narrow the list, and stand in the address", async ({ page, directory }) => {
  const ali = await directory.add({ name: "Ali Sanou" });
  const awa = await directory.add({ name: "Awa Hébié", specialty: "Jardinage", specialty_slug: "jardinage" });
  const titles = cardsOf(page).getByRole("heading");
  const status = page.getByRole("main").getByRole("status");

  await page.goto("/technicians");
  await settled(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nos Techniciens Professionnels");
  const trades = page.getByRole("navigation", { name: "Spécialités" }).getByRole("link");
  await expect(trades).toHaveText(["Tous", "Électricité", "Jardinage", "Matériaux", "Plomberie"]);
  const tous = trades.filter({ hasText: "Tous" });
  await expect(tous).toHaveAttribute("aria-current", "true");
  await page.evaluate(() => document.body.setAttribute("data-same-document", ""));

  const search = page.getByRole("main").getByRole("searchbox", { name: "Rechercher un technicien" });
  await expect(search).toHaveAttribute("placeholder", "Rechercher un technicien...");
  await search.fill(directory.word);
  await search.press("Enter");
  await expect(page).toHaveURL(`/technicians?search=${directory.word}`);
  await expect(titles).toHaveText([ali.name, awa.name]);
  await expect(status).toHaveText(`2 techniciens pour « ${directory.word} »`);
  // The shop's own search is for goods.
  await expect(page.getByRole("banner").getByRole("searchbox")).toHaveValue("");

  await trades.filter({ hasText: "Jardinage" }).click();
  await expect(page).toHaveURL(`/technicians?specialty=jardinage&search=${directory.word}`);
  await expect(titles).toHaveText([awa.name]);
  await expect(status).toHaveText(`1 technicien pour « ${directory.word} »`);
  await expect(trades.filter({ hasText: "Jardinage" })).toHaveAttribute("aria-current", "true");
  await expect(tous).not.toHaveAttribute("aria-current");

  // The search keeps the trade.
  await search.fill(`sanou ${directory.word}`);
  await page.getByRole("main").getByRole("button", { name: "Rechercher un technicien" }).click();
  await expect(page).toHaveURL(/specialty=jardinage&search=sanou/);
  await expect(page.getByRole("heading", { name: "Aucun technicien trouvé" })).toBeVisible();
  await expect(
    page.getByText("Essayez de modifier vos critères de recherche", { exact: true }),
  ).toBeVisible();
  await expect(status).toContainText("0 technicien");
  await page.goBack();
  await expect(titles).toHaveText([awa.name]);
  await expect(search).toHaveValue(directory.word);
  await expect(page.locator("[data-same-document]")).toHaveCount(1);
  await page.reload();
  await expect(titles).toHaveText([awa.name]);
});

test("a card introduces a technician and leads to the profile", async ({ page, directory }) => {
  const { name, slug } = await directory.add({
    specialty: "Électricité",
    specialty_slug: "electricite",
    rating: 4.25,
    review_count: 12,
    location: "Accart-Ville, Bobo-Dioulasso",
    description: "Installe des panneaux solaires et en garde le rendement. ".repeat(5),
    image: "/pictures/technicien-3-640.jpg",
    verified_at: "2026-01-05",
  });
  await directory.add({ name: "Zoé Sans photo" });
  await page.goto(`/technicians?search=${directory.word}`);
  await settled(page);
  const card = cardsOf(page).filter({ hasText: name });
  await expect(card.getByText("Électricité", { exact: true })).toBeVisible();
  await expect(card.getByText("4,3", { exact: true })).toBeVisible();
  await expect(card.getByRole("img", { name: "4,3 sur 5" })).toBeVisible();
  await expect(card.getByText("(12 avis)")).toBeVisible();
  await expect(card.getByText("Accart-Ville, Bobo-Dioulasso")).toBeVisible();
  const description = card.getByText("Installe des panneaux");
  const lines = await description.evaluate(
    (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(Math.round(lines)).toBe(2);
  const picture = card.locator("img");
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(cardsOf(page).filter({ hasText: "Sans photo" }).locator("img")).toHaveAttribute(
    "src",
    "/placeholder.svg",
  );
  await card.getByRole("link", { name: "Voir le profil" }).click();
  await expect(page).toHaveURL(`/technician/${slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
});

test("twelve come first, more below them on demand, and the way back finds them again", async ({
  page,
  directory,
}) => {
  const names: string[] = [];
  for (let i = 10; i < 24; i++) names.push((await directory.add({ name: `Technicien ${i}` })).name);
  const titles = cardsOf(page).getByRole("heading");
  const status = page.getByRole("main").getByRole("status");
  await page.goto(`/technicians?search=${directory.word}`);
  await settled(page);
  await expect(titles).toHaveText(names.slice(0, 12));
  await expect(status).toHaveText(`14 techniciens pour « ${directory.word} », 12 affichés`);
  const release = await hold(page, DATA);
  await page.getByRole("link", { name: "Voir plus" }).click();
  await expect(status).toHaveText("Chargement des techniciens...");
  await expect(titles).toHaveCount(12);
  release();
  await expect(titles).toHaveText(names);
  await expect(status).toHaveText(`14 techniciens pour « ${directory.word} »`);
  await expect(page).toHaveURL(`/technicians?search=${directory.word}&page=2`);
  await expect(page.getByRole("link", { name: "Voir plus" })).toHaveCount(0);
  const thirteenth = cardsOf(page).nth(12).getByRole("link");
  await expect(thirteenth).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/technician\//);
  await page.goBack();
  await expect(titles).toHaveText(names);
});

test("while another trade is on its way, its shape stands there and says so", async ({ page }) => {
  await page.goto("/technicians");
  await settled(page);
  const release = await hold(page, DATA);
  await page
    .getByRole("navigation", { name: "Spécialités" })
    .getByRole("link", { name: "Jardinage" })
    .click();
  await expect(page.getByText("Chargement des techniciens...", { exact: true })).toBeVisible();
  await expect(page.locator("[data-skeleton=technician]")).toHaveCount(6);
  await expect(cardsOf(page)).toHaveCount(0);
  release();
  await expect(cardsOf(page)).toHaveCount(6);
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
});

test("a profile says who it is, and where it stands in the directory", async ({ page, directory }) => {
  const { name, slug } = await directory.add({
    rating: 4.8,
    review_count: 64,
    experience: 12,
    satisfied_clients: 310,
    location: "Tampouy, Ouagadougou",
    availability: "Lundi à samedi",
    description: "Pose et dépanne.\nDepuis toujours.",
    image: "/pictures/technicien-1-640.jpg",
    verified_at: "2026-01-05",
    phone: "70 00 00 01",
    email: "ali@exemple.bf",
  });
  await page.goto(`/technician/${slug}`);
  await settled(page);
  const main = page.getByRole("main");
  await expect(page).toHaveTitle(`${name}, Plomberie, Tampouy, Ouagadougou | Yaaré`);
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(name);
  const portrait = main.getByRole("img", { name: `Portrait de ${name}` });
  await expect.poll(() => portrait.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  for (const text of ["Tampouy, Ouagadougou", "4,8", "(64 avis)", "Technicien vérifié par notre équipe"]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(main.locator(".badge")).toHaveText("Plomberie");
  const figure = (label: string) =>
    main
      .locator("dl > div")
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator("dd");
  await expect(figure("Expérience")).toHaveText("12 ans");
  await expect(figure("Clients satisfaits")).toHaveText("310+");
  await expect(main.getByRole("region", { name: "À propos" })).toContainText("Pose et dépanne.");
  await expect(figure("Téléphone")).toHaveText("Non spécifié");
  await expect(figure("Email")).toHaveText("Non spécifié");
  await expect(figure("Disponibilité")).toHaveText("Lundi à samedi");
  await expect(main.getByRole("button", { name: "Envoyer un message" })).toBeInViewport();
  await expect(main.getByRole("link", { name: "Contacter sur WhatsApp" })).toBeInViewport();
  const crumbs = main.getByRole("navigation", { name: "Fil d'Ariane" }).getByRole("link");
  await expect(crumbs).toHaveText(["Accueil", "Techniciens", "Plomberie"]);
  await crumbs.last().click();
  await expect(page).toHaveURL("/technicians?specialty=plomberie");
});

test("a visitor writes to a technician", async ({ page, shop, directory }) => {
  const technician = await directory.add();
  await page.goto(`/technician/${technician.slug}`);
  await settled(page);
  const dialog = await openForm(page);
  await expect(dialog).toHaveAccessibleName(`Écrire à ${technician.name}`);
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  for (const [label, sentence] of [
    ["Nom", "Le nom est requis"],
    ["Email", "Email invalide"],
    ["Téléphone", "Le téléphone est requis"],
    ["Message", "Le message doit contenir au moins 10 caractères"],
  ] as const) {
    await expect(dialog.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(sentence));
  }
  await expect(dialog.getByLabel("Nom", { exact: true })).toBeFocused();
  expect(await messagesTo(shop, technician)).toEqual([]);
  await dialog.getByRole("button", { name: "Fermer" }).click();
  await expect(dialog).toHaveCount(0);

  await writeLetter(page);
  await dialog.getByRole("button", { name: "Fermer" }).click();
  await openForm(page);
  for (const [label, text] of Object.entries(letter)) {
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(text);
  }
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(toasts(page)).toContainText("Message envoyé");
  await expect(toasts(page)).toContainText("Votre message a été envoyé avec succès au technicien");
  await expect(dialog).toHaveCount(0);
  expect(await messagesTo(shop, technician)).toEqual([
    {
      name: "Awa Ouédraogo",
      email: "awa@exemple.bf",
      phone: "+22670123456",
      message: "Une fuite sous l'évier, à Patte d'Oie.",
    },
  ]);
  await openForm(page);
  for (const label of Object.keys(letter)) {
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue("");
  }
});

test("finding and writing by keyboard alone", async ({ page, shop, directory }) => {
  const technician = await directory.add();
  await page.goto("/technicians");
  await settled(page);
  const search = page.getByRole("main").getByRole("searchbox");
  await search.focus();
  await page.keyboard.type(directory.word);
  await page.keyboard.press("Enter");
  await expect(cardsOf(page)).toHaveCount(1);
  const profile = cardsOf(page).getByRole("link");
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press("Tab");
    if (await profile.evaluate((link) => link === document.activeElement)) break;
  }
  await expect(profile).toBeFocused();
  await page.keyboard.press("Enter");
  const write = page.getByRole("button", { name: "Envoyer un message" });
  await expect(write).toBeVisible();
  await write.focus();
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(write).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Fermer" })).toBeFocused();
  for (const [label, text] of Object.entries(letter)) {
    await page.keyboard.press("Tab");
    await expect(dialog.getByLabel(label, { exact: true })).toBeFocused();
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Envoyer" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toContainText("Message envoyé");
  await expect(write).toBeFocused();
  expect(await messagesTo(shop, technician)).toHaveLength(1);
});

test("the way to a technician is explained, and begins with three of them", async ({ page, shop }) => {
  const first = await shop.sql<{ name: string }[]>`
    select name from technician_profiles where name not like '%essai-%' order by name, id limit 3`;
  await page.goto("/technician-matching");
  await settled(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mise en relation");
  const how = page.getByRole("region", { name: "Comment ça marche" });
  await expect(how.getByRole("heading", { level: 3 })).toHaveText([
    "Choisissez",
    "Écrivez",
    "Convenez ensemble",
  ]);
  const professionals = page.getByRole("region", { name: "Professionnels à votre service" });
  await expect(professionals.getByRole("article").getByRole("heading")).toHaveText(
    first.map(({ name }) => new RegExp(`^${name}`)),
  );
  await page.getByRole("link", { name: "Voir tous les techniciens" }).click();
  await expect(page).toHaveURL("/technicians");
});
