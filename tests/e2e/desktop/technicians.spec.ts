/** The directory's answers to its address: what is found, nonsense, emptiness, failures, and how long it is kept. */
import type { Page } from "@playwright/test";
import { expect, FAILED_LOAD, forgive, fresh, settled } from "../support/storefront.ts";
import { cardsOf, test, toasts } from "../support/technicians.ts";

const titlesOf = (page: Page) => cardsOf(page).getByRole("heading");

test("a name is found in any case, with or without its accents, sign for sign", async ({
  page,
  directory,
}) => {
  const ouedraogo = await directory.add({ name: "Wendyam Ouédraogo" });
  const elie = await directory.add({ name: "Élie (fils) 100% *" });
  const finds = {
    OUEDRAOGO: [ouedraogo],
    ouédraogo: [ouedraogo],
    "yam oué": [ouedraogo],
    elie: [elie],
    "(FILS)": [elie],
    "100%": [elie],
    "% *": [elie],
    "e.*": [],
    _: [],
  };
  for (const [text, found] of Object.entries(finds)) {
    await page.goto(`/technicians?search=${encodeURIComponent(text)}`);
    const own = titlesOf(page).filter({ hasText: directory.word });
    await expect(own, text).toHaveText(found.map(({ name }) => name));
  }
});

test("nonsense in the address shows a sane page", async ({ page, request }) => {
  for (const query of [
    "specialty=zzz",
    "specialty=%27%3B%20drop%20table%20technicians%3B%20--",
    "specialty=plomberie&specialty=jardinage&page=2&page=x",
    "search=a,b.c:d(e)'%22",
    "search=%00%FF%F0%9F%94%A8",
    `search=${"x".repeat(5000)}`,
    "search=%5B%5B%28",
    "search=%20%20",
    "page=-1",
    "page=0",
    "page=1e3",
    "page=999999",
    "phone=not.is.null&select=*&order=phone",
  ]) {
    const response = await request.get(`/technicians?${query}`);
    const name = query.slice(0, 60);
    expect(response.status(), name).toBe(200);
    const html = await response.text();
    expect(html, name).toMatch(/<h1[^>]*>Nos Techniciens Professionnels/);
    expect(html.includes("<article") || html.includes("Aucun technicien trouvé"), name).toBe(true);
    expect(html, name).not.toMatch(/PGRST|syntax error|at [\w.]+ \(|node_modules|select .* from/i);
  }
  await page.goto("/technicians?page=999999");
  await expect(page.getByRole("link", { name: "Voir plus" })).toHaveCount(0);
  await expect(titlesOf(page).filter({ hasText: "Adama Kaboré" })).toHaveCount(1);
});

test("all technicians of a trade, and no other, by name", async ({ page, shop }) => {
  const rows = await shop.sql<{ name: string }[]>`
    select name from technician_profiles where specialty_slug = 'jardinage' and name not like '%essai-%' order by name, id`;
  expect(rows).toHaveLength(6);
  await page.goto("/technicians?specialty=jardinage");
  await expect(titlesOf(page).filter({ hasNotText: "essai-" })).toHaveText(
    rows.map(({ name }) => new RegExp(`^${name}`)),
  );
  await expect(cardsOf(page).locator(".badge").first()).toHaveText("Jardinage");
});

test("a list that cannot be read says so, in its place and in a toast", async ({ page, refuse }) => {
  await refuse("technician_profiles");
  for (const path of ["/technicians", "/technician-matching"]) {
    const response = await page.goto(fresh(path));
    expect(response?.headers()["cache-control"]).toBe("no-store");
    await expect(page.getByRole("main").getByRole("alert")).toContainText("n'a pas pu être lue");
    await expect(page.getByRole("main").getByRole("link", { name: "Réessayer" })).toHaveAttribute(
      "href",
      path,
    );
    const toast = toasts(page).getByRole("alert");
    await expect(toast).toHaveText("ErreurImpossible de charger les techniciens");
  }
});

test("without categories there are still technicians", async ({ page, refuse }) => {
  await refuse("categories");
  await page.goto(fresh("/technicians"));
  await expect(page.getByRole("navigation", { name: "Spécialités" }).getByRole("link")).toHaveText(["Tous"]);
  await expect(cardsOf(page)).toHaveCount(12);
  await expect(toasts(page)).toContainText("Impossible de charger les catégories");
});

test("without technicians the pages say so", async ({ page, showOnly }) => {
  await showOnly("technician_profiles", "false");
  await page.goto(fresh("/technician-matching"));
  await expect(page.getByText("Aucun technicien disponible pour le moment.", { exact: true })).toBeVisible();
  await page.goto(fresh("/technicians"));
  await expect(page.getByRole("heading", { name: "Aucun technicien trouvé" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Voir les produits" })).toHaveAttribute("href", "/products");
});

test("a profile that is not there is not found, one that cannot be read says so", async ({
  page,
  directory,
  refuse,
  pageErrors,
}) => {
  expect((await page.request.get("/technician/a%00b")).status()).toBe(404);
  const missing = await page.goto("/technician/nexiste-pas");
  expect(missing?.status()).toBe(404);
  expect(missing?.headers()["cache-control"]).toBe("no-store");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Technicien non trouvé");
  await expect(page).toHaveTitle("Technicien non trouvé | Yaaré");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  const back = page.getByRole("link", { name: "Retour aux techniciens" });
  await expect(back).toHaveAttribute("href", "/technicians");

  const { slug } = await directory.add();
  await refuse("technician_profiles");
  const failed = await page.goto(`/technician/${slug}`);
  expect(failed?.status()).toBe(500);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ce profil n'a pas pu être lu");
  await expect(toasts(page)).toContainText("Erreur");
  await expect(toasts(page)).toContainText("Impossible de charger les détails du technicien");
  await expect(back).toBeVisible();
  forgive(pageErrors, FAILED_LOAD);
});

test("a portrait that is missing shows the placeholder", async ({ page, directory, pageErrors }) => {
  const { slug } = await directory.add({ image: "/pictures/nowhere-640.jpg" });
  for (const path of [`/technicians?search=${directory.word}`, `/technician/${slug}`]) {
    await page.goto(path);
    await settled(page);
    await expect(page.getByRole("main").locator("picture img")).toHaveCSS("content", /placeholder\.svg/);
  }
  forgive(pageErrors, FAILED_LOAD);
});

test("what a technician has not said is not claimed", async ({ page, directory }) => {
  const { slug } = await directory.add({ experience: 1, satisfied_clients: 100 });
  await page.goto(`/technician/${slug}`);
  const main = page.getByRole("main");
  await expect(main.getByText("1 an", { exact: true })).toBeVisible();
  await expect(main.getByText("100+", { exact: true })).toBeVisible();
  await expect(main.getByText("(0 avis)")).toBeVisible();
  await expect(main.getByText("Non spécifié", { exact: true })).toHaveCount(3);
  await expect(main.getByText("Technicien vérifié par notre équipe")).toHaveCount(0);
  await expect(main.getByRole("link", { name: "Contacter sur WhatsApp" })).toHaveCount(0);
  const data = (await page.locator("script[type='application/ld+json']").allTextContents()).join();
  expect(data).toContain("Plumber");
  expect(data).not.toContain("aggregateRating");
});

test("a change shows on the pages that were kept", async ({ page, shop, directory }) => {
  const { id, slug } = await directory.add({ location: "Kaya" });
  const path = `/technician/${slug}`;
  await page.goto(path);
  await expect(page.getByRole("main").getByText("Kaya")).toBeVisible();
  await shop.sql`update technicians set location = 'Dori' where id = ${id}`;
  await expect
    .poll(async () => {
      await page.goto(path);
      return page.getByRole("main").getByText("Dori").count();
    })
    .toBe(1);
});

test("a profile that is shared shows the portrait and says who it is", async ({ page, shop, directory }) => {
  const { origin } = new URL(shop.url);
  const { name, slug } = await directory.add({
    location: "Kaya",
    image: "/pictures/technicien-1-640.jpg",
    rating: 4.5,
    review_count: 12,
    phone: "70 00 00 01",
  });
  await page.goto(`/technician/${slug}`);
  const meta = (property: string) => page.locator(`meta[property='og:${property}']`);
  await expect(meta("title")).toHaveAttribute("content", `${name}, Plomberie, Kaya`);
  await expect(meta("description")).toHaveAttribute("content", "Plomberie. Kaya. Installe et répare.");
  await expect(meta("image")).toHaveAttribute("content", `${origin}/pictures/technicien-1-640.jpg`);
  await expect(meta("url")).toHaveAttribute("content", `${origin}/technician/${slug}`);
  const data = await page.locator("script[type='application/ld+json']").allTextContents();
  const [trail, technician] = data.map((text) => JSON.parse(text));
  expect(trail).toMatchObject({ "@type": "BreadcrumbList" });
  expect(trail.itemListElement.map((item: { name: string }) => item.name)).toEqual([
    "Accueil",
    "Techniciens",
    "Plomberie",
    name,
  ]);
  expect(technician).toMatchObject({
    "@type": "Plumber",
    name,
    aggregateRating: { ratingValue: 4.5, reviewCount: 12 },
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the directory is searched and read, and the shop can be asked", async ({ page, directory }) => {
    for (let i = 10; i < 24; i++) await directory.add({ name: `Technicien ${i}`, phone: "70 00 00 01" });
    await page.goto("/technicians?specialty=plomberie");
    const search = page.getByRole("main").getByRole("search");
    await search.getByRole("searchbox").fill(directory.word);
    await search.getByRole("button").click();
    await expect(page).toHaveURL(`/technicians?specialty=plomberie&search=${directory.word}`);
    await expect(cardsOf(page)).toHaveCount(12);
    await page.getByRole("link", { name: "Voir plus" }).click();
    await expect(cardsOf(page)).toHaveCount(14);
    await page.getByRole("link", { name: "Jardinage" }).first().click();
    await expect(page.getByRole("heading", { name: "Aucun technicien trouvé" })).toBeVisible();
    await page.goBack();
    await cardsOf(page).first().getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Technicien 10");
    await expect(page.getByRole("button", { name: "Envoyer un message" })).toBeHidden();
    await expect(page.getByRole("link", { name: "Contacter sur WhatsApp" })).toBeVisible();
    await expect(page.locator("noscript p")).toContainText("appelez-nous au +226");
  });
});
