/**
 * The server-rendered list of technicians and their profiles: the search, the texts, and the contacts that
 * are never included.
 */
import { within } from "@testing-library/dom";
import { revokeRead } from "#tests/support/anon-access.ts";
import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";
import type { Shop } from "#tests/support/shop.ts";
import { createTechnician, type NewTechnician } from "#tests/support/technicians.ts";
import { UNCACHED } from "#tests/support/uncached.ts";
import { createUniqueWord } from "#tests/support/unique-word.ts";
import "@testing-library/jest-dom/vitest";

const getMain = (page: Document) => page.querySelector("main") ?? page.body;
const getNames = (page: Document) =>
  [...getMain(page).querySelectorAll("article :is(h2, h3)")].map(({ textContent }) => textContent);
const listLinks = (page: Document, nav: string) =>
  within(within(getMain(page)).getByRole("navigation", { name: nav })).getAllByRole("link");

/** A technician with a unique word in the name, and that word. */
async function addTechnician(shop: Shop, { name = "Ali Sanou", ...values }: NewTechnician = {}) {
  const word = createUniqueWord();
  return { word, ...(await createTechnician(shop.sql, { name: `${name} ${word}`, ...values })) };
}

/** The JSON-LD of a document. */
function readJsonLd(page: Document) {
  return [...page.querySelectorAll("script[type='application/ld+json']")].map(({ textContent }) =>
    JSON.parse(textContent ?? ""),
  );
}

function getFigure(page: Document, label: string) {
  return within(getMain(page)).getByText(label, { exact: true }).closest("dl > div")?.querySelector("dd");
}

test("a name is found regardless of case and accents, and wildcards are taken literally", async ({
  shop,
}) => {
  const { name: kiendrebeogo } = await addTechnician(shop, { name: "Wênd Kiendrébéogo" });
  const { name: elie } = await addTechnician(shop, { name: "Éliézer (fils) 100% *" });
  const finds = {
    KIENDREBEOGO: [kiendrebeogo],
    kiendrébéogo: [kiendrebeogo],
    "end kiendré": [kiendrebeogo],
    eliezer: [elie],
    "(FILS)": [elie],
    "100%": [elie],
    "% *": [elie],
    "e.*": [],
    _: [],
  };
  for (const [text, found] of Object.entries(finds)) {
    const page = await fetchDocument(shop, `/technicians?search=${encodeURIComponent(text)}`);
    expect(getNames(page), text).toEqual(found);
  }
});

test("a specialty lists all its technicians and no other, by name", async ({ shop }) => {
  const rows = await shop.sql<{ name: string }[]>`
    select name from technician_profiles where specialty_slug = 'jardinage' order by name, id`;
  expect(rows).toHaveLength(6);
  const page = await fetchDocument(shop, "/technicians?specialty=jardinage");
  expect(getNames(page).map((name) => name.replace(", vérifié", ""))).toEqual(rows.map(({ name }) => name));
  expect(page.querySelector("article .badge")).toHaveTextContent("Jardinage");
  expect(listLinks(page, "Spécialités").filter((link) => link.hasAttribute("aria-current"))).toEqual([
    expect.objectContaining({ textContent: "Jardinage" }),
  ]);
});

test("malformed parameters show a valid page", async ({ shop }) => {
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
    const response = await fetch(`${shop.url}/technicians?${query}`);
    const name = query.slice(0, 60);
    expect(response.status, name).toBe(200);
    const html = await response.text();
    expect(html, name).toMatch(/<h1[^>]*>Nos Techniciens Professionnels/);
    expect(html.includes("<article") || html.includes("Aucun technicien trouvé"), name).toBe(true);
    expect(html, name).not.toMatch(/PGRST|syntax error|at [\w.]+ \(|node_modules|select .* from/i);
  }
  const page = await fetchDocument(shop, "/technicians?page=999999");
  expect(within(page.body).queryByRole("link", { name: "Voir plus" })).toBeNull();
  expect(getNames(page).filter((name) => name.startsWith("Adama Kaboré"))).toHaveLength(1);
});

test("a card describes a technician and links to the profile", async ({ shop }) => {
  const { word, slug } = await addTechnician(shop, {
    specialty: "Électricité",
    specialty_slug: "electricite",
    rating: 4.3,
    review_count: 12,
    location: "Accart-Ville, Bobo-Dioulasso",
    description: "Installe des panneaux solaires.",
  });
  const page = await fetchDocument(shop, `/technicians?search=${word}`);
  expect(within(getMain(page)).getByRole("status")).toHaveTextContent(`1 technicien pour « ${word} »`);
  const card = within(getMain(page)).getByRole("article");
  for (const text of [
    "Électricité",
    "4,3",
    "(12 avis)",
    "Accart-Ville, Bobo-Dioulasso",
    "Installe des panneaux solaires.",
  ]) {
    expect(within(card).getByText(text, { exact: true })).toBeInTheDocument();
  }
  expect(within(card).getByRole("img", { name: "4,3 sur 5" })).toBeInTheDocument();
  expect(card.querySelector("picture img")).toHaveAttribute("src", "/placeholder.svg");
  expect(within(card).getByRole("link", { name: /^Voir le profil/ })).toHaveAttribute(
    "href",
    `/technician/${slug}`,
  );
});

test("a profile describes the technician, with its breadcrumbs", async ({ shop }) => {
  const { name, slug } = await addTechnician(shop, {
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
  const page = await fetchDocument(shop, `/technician/${slug}`);
  const main = within(getMain(page));
  expect(page.title).toBe(`${name}, Plomberie, Tampouy, Ouagadougou | Yaaré`);
  expect(main.getByRole("heading", { level: 1 })).toHaveTextContent(name);
  expect(main.getByRole("img", { name: `Portrait de ${name}` })).toHaveAttribute(
    "src",
    "/pictures/technicien-1-640.jpg",
  );
  for (const text of ["Tampouy, Ouagadougou", "4,8", "(64 avis)", "Technicien vérifié par notre équipe"]) {
    expect(main.getByText(text, { exact: true })).toBeInTheDocument();
  }
  expect(getMain(page).querySelector(".badge")).toHaveTextContent("Plomberie");
  expect(main.getByRole("region", { name: "À propos" })).toHaveTextContent(
    "Pose et dépanne. Depuis toujours.",
  );
  for (const [label, value] of Object.entries({
    Expérience: "12 ans",
    "Clients satisfaits": "310+",
    Téléphone: "Non spécifié",
    Email: "Non spécifié",
    Disponibilité: "Lundi à samedi",
  })) {
    expect(getFigure(page, label), label).toHaveTextContent(value);
  }
  const crumbs = listLinks(page, "Fil d'Ariane");
  expect(crumbs.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Accueil", "/"],
    ["Techniciens", "/technicians"],
    ["Plomberie", "/technicians?specialty=plomberie"],
  ]);
});

test("missing details of a technician are left out", async ({ shop }) => {
  const { slug } = await addTechnician(shop, { experience: 1, satisfied_clients: 100 });
  const page = await fetchDocument(shop, `/technician/${slug}`);
  const main = within(getMain(page));
  for (const text of ["1 an", "100+", "(0 avis)"])
    expect(main.getByText(text, { exact: true })).toBeInTheDocument();
  expect(main.getAllByText("Non spécifié", { exact: true })).toHaveLength(3);
  expect(main.queryByText("Technicien vérifié par notre équipe")).toBeNull();
  expect(main.queryByRole("link", { name: "Contacter sur WhatsApp" })).toBeNull();
  const data = JSON.stringify(readJsonLd(page));
  expect(data).toContain("Plumber");
  expect(data).not.toContain("aggregateRating");
});

test("a shared profile shows the portrait and the name", async ({ shop }) => {
  const { origin } = new URL(shop.url);
  const { name, slug } = await addTechnician(shop, {
    location: "Kaya",
    image: "/pictures/technicien-1-640.jpg",
    rating: 4.5,
    review_count: 12,
    phone: "70 00 00 01",
  });
  const page = await fetchDocument(shop, `/technician/${slug}`);
  const meta = Object.fromEntries(
    ["title", "description", "image", "url"].map((property) => [
      property,
      page.querySelector(`meta[property='og:${property}']`)?.getAttribute("content"),
    ]),
  );
  expect(meta).toEqual({
    title: `${name}, Plomberie, Kaya`,
    description: "Plomberie. Kaya. Installe et répare.",
    image: `${origin}/pictures/technicien-1-640.jpg`,
    url: `${origin}/technician/${slug}`,
  });
  const [trail, technician] = readJsonLd(page);
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

test("no page contains a phone number or an e-mail address", async ({ shop }) => {
  const { word, name, slug } = await addTechnician(shop, {
    phone: "+226 71 98 76 54",
    email: "secrete-adresse@exemple.bf",
  });
  const path = `/technician/${slug}`;
  for (const address of [path, `${path}.data`, `/technicians?search=${word}`]) {
    const text = await (await fetch(shop.url + address)).text();
    expect(text, address).toContain(name);
    expect(text, address).not.toMatch(/71 ?98 ?76 ?54|secrete-adresse/);
  }
});

test("a change invalidates the cached pages", async ({ shop }) => {
  const { id, slug } = await addTechnician(shop, { location: "Kaya" });
  const read = async () => getMain(await fetchDocument(shop, `/technician/${slug}`)).textContent;
  expect(await read()).toContain("Kaya");
  await shop.sql`update technicians set location = 'Dori' where id = ${id}`;
  await expect.poll(read).toContain("Dori");
});

test("an unknown profile is not found", async ({ shop }) => {
  expect((await fetch(`${shop.url}/technician/a%00b`)).status).toBe(404);
  const response = await fetch(`${shop.url}/technician/nexiste-pas`);
  expect(response.status).toBe(404);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const page = await fetchDocument(shop, "/technician/nexiste-pas");
  expect(getMain(page).querySelector("h1")).toHaveTextContent("Technicien non trouvé");
  expect(page.title).toBe("Technicien non trouvé | Yaaré");
  expect(page.querySelector("meta[name=robots]")).toHaveAttribute("content", "noindex");
  expect(within(getMain(page)).getByRole("link", { name: "Retour aux techniciens" })).toHaveAttribute(
    "href",
    "/technicians",
  );
});

test("pages whose technicians cannot be read say so, and are not cached", async ({ shop }) => {
  const { sql, url } = shop;
  const [account] = await sql<{ slug: string }[]>`select slug from technician_profiles limit 1`;
  const restore = await revokeRead(sql, "technician_profiles");
  for (const [path, status, said] of [
    ["/technicians", 503, "La liste des techniciens n&#x27;a pas pu être lue"],
    ["/technician-matching", 200, "La liste des techniciens n&#x27;a pas pu être lue"],
    [`/technician/${account?.slug}`, 503, "Ce profil n&#x27;a pas pu être lu"],
  ] as const) {
    const response = await fetch(url + path, UNCACHED);
    expect([response.status, response.headers.get("cache-control")], path).toEqual([status, "no-store"]);
    expect(await response.text(), path).toContain(said);
  }
  await restore();
});

test("the page about hiring a technician explains the steps and shows three of them", async ({ shop }) => {
  const first = await shop.sql<{ name: string }[]>`
    select name from technician_profiles order by name, id limit 3`;
  const page = await fetchDocument(shop, "/technician-matching");
  const main = within(getMain(page));
  expect(main.getByRole("heading", { level: 1 })).toHaveTextContent("Mise en relation");
  const how = within(main.getByRole("region", { name: "Comment ça marche" }));
  expect(how.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    "Choisissez",
    "Écrivez",
    "Convenez ensemble",
  ]);
  main.getByRole("region", { name: "Professionnels à votre service" });
  expect(getNames(page).map((name) => name.replace(", vérifié", ""))).toEqual(first.map(({ name }) => name));
  expect(main.getByRole("link", { name: "Voir tous les techniciens" })).toHaveAttribute(
    "href",
    "/technicians",
  );
});

test("the list can be searched and read without JavaScript, and has the shop's contacts", async ({
  shop,
}) => {
  const word = createUniqueWord();
  for (let i = 10; i < 24; i += 1) {
    await createTechnician(shop.sql, { name: `Technicien ${i} ${word}`, phone: "70 00 00 01" });
  }
  const start = await fetchDocument(shop, "/technicians?specialty=plomberie");
  const form = within(getMain(start)).getByRole("search");
  const field = within(form).getByRole("searchbox", { name: "Rechercher un technicien" });
  expect(field).toHaveAttribute("placeholder", "Rechercher un technicien...");
  field.setAttribute("value", word);
  const sent = [...form.querySelectorAll("input")].map((input) => [input.name, input.value]);
  expect(form).toHaveAttribute("action", "/technicians");
  expect(form.getAttribute("method")).toMatch(/^get$/i);
  const found = await fetchDocument(shop, `/technicians?${new URLSearchParams(sent)}`);
  expect(getNames(found)).toHaveLength(12);
  expect(listLinks(found, "Spécialités").map((link) => link.getAttribute("href"))).toContain(
    `/technicians?specialty=jardinage&search=${word}`,
  );
  const more = within(getMain(found)).getByRole("link", { name: "Voir plus" }).getAttribute("href");
  const all = await fetchDocument(shop, more ?? "");
  expect(getNames(all)).toHaveLength(14);
  const link = getMain(all).querySelector("article a")?.getAttribute("href");
  const profile = await fetchDocument(shop, link ?? "");
  expect(getMain(profile).querySelector("h1")).toHaveTextContent("Technicien 10");
  expect(within(getMain(profile)).getByRole("link", { name: "Contacter sur WhatsApp" })).toBeInTheDocument();
  const write = within(getMain(profile)).getByRole("button", { name: "Envoyer un message" });
  expect(write.closest(".needs-script")).not.toBeNull();
  expect(getMain(profile).querySelector("noscript")).toHaveTextContent("appelez-nous au +226");
});
