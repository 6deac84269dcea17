/** The technicians' list and profiles for a visitor. */
import { getCards } from "#tests/support/e2e/cards.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { DATA_REQUEST, FAILED_LOAD_ERROR, holdRequests } from "#tests/support/e2e/network.ts";
import { fillContactForm, getDialog, MESSAGES_URL } from "#tests/support/e2e/technicians.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import { contactMessage, listMessages } from "#tests/support/technicians.ts";

test("specialties and names filter the list and are in the URL", async ({
  page,
  technicians,
  pageErrors,
}) => {
  const ali = await technicians.add({
    name: "Ali Sanou",
    description: "Installe des panneaux solaires et en garde le rendement. ".repeat(5),
    image: "/pictures/technicien-3-640.jpg",
  });
  // No other test requests the missing image: a name with Z is not on the first page of the list.
  const zoe = await technicians.add({
    name: "Zoé Hébié",
    specialty: "Jardinage",
    specialty_slug: "jardinage",
    image: "/pictures/nowhere-640.jpg",
  });
  const titles = getCards(page).getByRole("heading");
  const status = page.getByRole("main").getByRole("status");

  await page.goto("/technicians");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nos Techniciens Professionnels");
  const trades = page.getByRole("navigation", { name: "Spécialités" }).getByRole("link");
  await expect(trades).toHaveText(["Tous", "Électricité", "Jardinage", "Matériaux", "Plomberie"]);
  const all = trades.filter({ hasText: "Tous" });
  await expect(all).toHaveAttribute("aria-current", "true");
  await page.evaluate(() => document.body.setAttribute("data-same-document", ""));

  const search = page.getByRole("main").getByRole("searchbox", { name: "Rechercher un technicien" });
  await search.fill(technicians.uniqueWord);
  await search.press("Enter");
  await expect(page).toHaveURL(`/technicians?search=${technicians.uniqueWord}`);
  await expect(titles).toHaveText([ali.name, zoe.name]);
  await expect(status).toHaveText(`2 techniciens pour « ${technicians.uniqueWord} »`);
  // The shop's own search is for products.
  await expect(page.getByRole("banner").getByRole("searchbox")).toHaveValue("");
  const image = getCards(page).first().locator("img");
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(getCards(page).last().locator("picture img")).toHaveCSS("content", /placeholder\.svg/);
  const lines = await getCards(page)
    .first()
    .getByText("Installe des panneaux")
    .evaluate((element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));
  expect(Math.round(lines)).toBe(2);

  await trades.filter({ hasText: "Jardinage" }).click();
  await expect(page).toHaveURL(`/technicians?specialty=jardinage&search=${technicians.uniqueWord}`);
  await expect(titles).toHaveText([zoe.name]);
  await expect(status).toHaveText(`1 technicien pour « ${technicians.uniqueWord} »`);
  await expect(trades.filter({ hasText: "Jardinage" })).toHaveAttribute("aria-current", "true");
  await expect(all).not.toHaveAttribute("aria-current");

  // The search retains the specialty.
  await search.fill(`sanou ${technicians.uniqueWord}`);
  await page.getByRole("main").getByRole("button", { name: "Rechercher un technicien" }).click();
  await expect(page).toHaveURL(/specialty=jardinage&search=sanou/);
  await expect(page.getByRole("heading", { name: "Aucun technicien trouvé" })).toBeVisible();
  await expect(status).toContainText("0 technicien");
  await page.goBack();
  await expect(titles).toHaveText([zoe.name]);
  await expect(search).toHaveValue(technicians.uniqueWord);
  await expect(page.locator("[data-same-document]")).toHaveCount(1);
  await page.reload();
  await expect(titles).toHaveText([zoe.name]);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
});

test("twelve technicians are listed first, more on demand, and the back button restores them", async ({
  page,
  technicians,
}) => {
  const names: string[] = [];
  for (let i = 10; i < 24; i++) names.push((await technicians.add({ name: `Technicien ${i}` })).name);
  const titles = getCards(page).getByRole("heading");
  const status = page.getByRole("main").getByRole("status");
  await page.goto(`/technicians?search=${technicians.uniqueWord}`);
  await expect(titles).toHaveText(names.slice(0, 12));
  await expect(status).toHaveText(`14 techniciens pour « ${technicians.uniqueWord} », 12 affichés`);
  const release = await holdRequests(page, DATA_REQUEST);
  await page.getByRole("link", { name: "Voir plus" }).click();
  await expect(status).toHaveText("Chargement des techniciens...");
  await expect(titles).toHaveCount(12);
  await release();
  await expect(titles).toHaveText(names);
  await expect(status).toHaveText(`14 techniciens pour « ${technicians.uniqueWord} »`);
  await expect(page).toHaveURL(`/technicians?search=${technicians.uniqueWord}&page=2`);
  await expect(page.getByRole("link", { name: "Voir plus" })).toHaveCount(0);
  const thirteenth = getCards(page).nth(12).getByRole("link");
  await expect(thirteenth).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/technician\//);
  await page.goBack();
  await expect(titles).toHaveText(names);
});

test("a visitor finds a technician and writes, and on a small screen sees what failed", async ({
  page,
  shop,
  technicians,
  pageErrors,
}) => {
  const technician = await technicians.add({
    image: "/pictures/technicien-1-640.jpg",
    phone: "70 00 00 01",
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/technicians?search=${technicians.uniqueWord}`);
  await getCards(page).getByRole("link", { name: "Voir le profil" }).click();
  await expect(page).toHaveURL(`/technician/${technician.slug}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(technician.name);
  const portrait = main.getByRole("img", { name: `Portrait de ${technician.name}` });
  await expect.poll(() => portrait.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(main.getByRole("button", { name: "Envoyer un message" })).toBeInViewport();
  await expect(main.getByRole("link", { name: "Contacter sur WhatsApp" })).toBeInViewport();

  await page.route(MESSAGES_URL, (route) => route.abort());
  const dialog = await fillContactForm(page);
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(dialog.getByRole("alert")).toBeInViewport({ ratio: 1 });
  await page.unroute(MESSAGES_URL);
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(getToasts(page).first()).toContainText("Message envoyé");
  await expect(dialog).toHaveCount(0);
  expect(await listMessages(shop.sql, technician)).toEqual([
    {
      name: contactMessage.Nom,
      email: contactMessage.Email,
      phone: "+22670123456",
      message: contactMessage.Message,
    },
  ]);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
  allowErrors(pageErrors, /technicians: the message was not sent/);
});

test("a visitor finds a technician and writes by keyboard alone", { tag: "@long" }, async ({
  page,
  shop,
  technicians,
}) => {
  const technician = await technicians.add();
  await page.goto("/technicians");
  await page.getByRole("main").getByRole("searchbox").focus();
  await page.keyboard.type(technicians.uniqueWord);
  await page.keyboard.press("Enter");
  await expect(getCards(page)).toHaveCount(1);
  const profile = getCards(page).getByRole("link");
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
  const dialog = getDialog(page);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(write).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Fermer" })).toBeFocused();
  for (const [label, text] of Object.entries(contactMessage)) {
    await page.keyboard.press("Tab");
    await expect(dialog.getByLabel(label, { exact: true })).toBeFocused();
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Envoyer" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(getToasts(page)).toContainText("Message envoyé");
  await expect(write).toBeFocused();
  expect(await listMessages(shop.sql, technician)).toHaveLength(1);
});
