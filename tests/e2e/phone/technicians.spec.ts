/** The directory and its profiles as a visitor uses them. */
import { letter, messagesTo } from "../../support/technicians.ts";
import { DATA, expect, FAILED_LOAD, forgive, hold } from "../support/storefront.ts";
import { cardsOf, dialogOf, MESSAGES, test, toasts, writeLetter } from "../support/technicians.ts";

test("trades and names narrow the list, and stand in the address", async ({
  page,
  directory,
  pageErrors,
}) => {
  const ali = await directory.add({
    name: "Ali Sanou",
    description: "Installe des panneaux solaires et en garde le rendement. ".repeat(5),
    image: "/pictures/technicien-3-640.jpg",
  });
  // No other test meets the missing image: the first page of the directory does not reach her name.
  const zoe = await directory.add({
    name: "Zoé Hébié",
    specialty: "Jardinage",
    specialty_slug: "jardinage",
    image: "/pictures/nowhere-640.jpg",
  });
  const titles = cardsOf(page).getByRole("heading");
  const status = page.getByRole("main").getByRole("status");

  await page.goto("/technicians");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nos Techniciens Professionnels");
  const trades = page.getByRole("navigation", { name: "Spécialités" }).getByRole("link");
  await expect(trades).toHaveText(["Tous", "Électricité", "Jardinage", "Matériaux", "Plomberie"]);
  const all = trades.filter({ hasText: "Tous" });
  await expect(all).toHaveAttribute("aria-current", "true");
  await page.evaluate(() => document.body.setAttribute("data-same-document", ""));

  const search = page.getByRole("main").getByRole("searchbox", { name: "Rechercher un technicien" });
  await search.fill(directory.word);
  await search.press("Enter");
  await expect(page).toHaveURL(`/technicians?search=${directory.word}`);
  await expect(titles).toHaveText([ali.name, zoe.name]);
  await expect(status).toHaveText(`2 techniciens pour « ${directory.word} »`);
  // The shop's own search is for goods.
  await expect(page.getByRole("banner").getByRole("searchbox")).toHaveValue("");
  const image = cardsOf(page).first().locator("img");
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(cardsOf(page).last().locator("picture img")).toHaveCSS("content", /placeholder\.svg/);
  const lines = await cardsOf(page)
    .first()
    .getByText("Installe des panneaux")
    .evaluate((element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));
  expect(Math.round(lines)).toBe(2);

  await trades.filter({ hasText: "Jardinage" }).click();
  await expect(page).toHaveURL(`/technicians?specialty=jardinage&search=${directory.word}`);
  await expect(titles).toHaveText([zoe.name]);
  await expect(status).toHaveText(`1 technicien pour « ${directory.word} »`);
  await expect(trades.filter({ hasText: "Jardinage" })).toHaveAttribute("aria-current", "true");
  await expect(all).not.toHaveAttribute("aria-current");

  // The search keeps the trade.
  await search.fill(`sanou ${directory.word}`);
  await page.getByRole("main").getByRole("button", { name: "Rechercher un technicien" }).click();
  await expect(page).toHaveURL(/specialty=jardinage&search=sanou/);
  await expect(page.getByRole("heading", { name: "Aucun technicien trouvé" })).toBeVisible();
  await expect(status).toContainText("0 technicien");
  await page.goBack();
  await expect(titles).toHaveText([zoe.name]);
  await expect(search).toHaveValue(directory.word);
  await expect(page.locator("[data-same-document]")).toHaveCount(1);
  await page.reload();
  await expect(titles).toHaveText([zoe.name]);
  forgive(pageErrors, FAILED_LOAD);
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

test("a visitor finds a technician and writes, and on a small screen sees what failed", async ({
  page,
  shop,
  directory,
  pageErrors,
}) => {
  const technician = await directory.add({
    image: "/pictures/technicien-1-640.jpg",
    phone: "70 00 00 01",
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/technicians?search=${directory.word}`);
  await cardsOf(page).getByRole("link", { name: "Voir le profil" }).click();
  await expect(page).toHaveURL(`/technician/${technician.slug}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(technician.name);
  const portrait = main.getByRole("img", { name: `Portrait de ${technician.name}` });
  await expect.poll(() => portrait.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(main.getByRole("button", { name: "Envoyer un message" })).toBeInViewport();
  await expect(main.getByRole("link", { name: "Contacter sur WhatsApp" })).toBeInViewport();

  await page.route(MESSAGES, (route) => route.abort());
  const dialog = await writeLetter(page);
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(dialog.getByRole("alert")).toBeInViewport({ ratio: 1 });
  await page.unroute(MESSAGES);
  await dialog.getByRole("button", { name: "Envoyer" }).click();
  await expect(toasts(page).first()).toContainText("Message envoyé");
  await expect(dialog).toHaveCount(0);
  expect(await messagesTo(shop.sql, technician)).toEqual([
    { name: letter.Nom, email: letter.Email, phone: "+22670123456", message: letter.Message },
  ]);
  forgive(pageErrors, FAILED_LOAD);
  forgive(pageErrors, /technicians: the message was not sent/);
});

test("finding and writing by keyboard alone", async ({ page, shop, directory }) => {
  const technician = await directory.add();
  await page.goto("/technicians");
  await page.getByRole("main").getByRole("searchbox").focus();
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
  expect(await messagesTo(shop.sql, technician)).toHaveLength(1);
});
