/** The pages of text: what they must say, and that their promises can be found from where they are made. */
import { fresh } from "../support/fresh.ts";
import type { Shop } from "../support/shop.ts";
import { expect, getDocument, test } from "./support/pages.ts";

const TEXTS = {
  "/about": "À propos",
  "/delivery": "Informations de Livraison",
  "/terms": "Conditions d'utilisation",
  "/privacy": "Politique de Confidentialité",
};

async function mainOf(shop: Shop, path: string): Promise<Element> {
  const main = (await getDocument(shop, path)).querySelector("main");
  if (!main) throw new Error(`${path} has no main element.`);
  return main;
}

/** A text as it reads, whatever spaces stand in it. */
const words = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, " ") ?? "";

/** What stands under a heading, the heading included. */
function sectionOf(main: Element, title: string): Element {
  const heading = [...main.querySelectorAll("h2, h3")].find((each) => words(each) === title);
  const section = heading?.closest("section") ?? heading?.parentElement;
  if (!section) throw new Error(`No section is named «${title}».`);
  return section;
}

const hrefOf = (around: Element, name: string) =>
  [...around.querySelectorAll("a")].find((link) => words(link) === name)?.getAttribute("href");

test("each text has its title and its way home", async ({ shop }) => {
  for (const [path, title] of Object.entries(TEXTS)) {
    const main = await mainOf(shop, path);
    expect(words(main.querySelector("h1"))).toBe(title);
    const trail = main.querySelector('nav[aria-label="Fil d\'Ariane"]');
    expect(trail && hrefOf(trail, "Accueil"), path).toBe("/");
    expect(words(trail?.querySelector("[aria-current=page]"))).toContain(title);
  }
});

test("the shop says who it is, what it stands for and where it is found", async ({ shop }) => {
  const main = await mainOf(shop, "/about");
  expect(words(main)).toContain("née en 2020");
  expect(words(sectionOf(main, "Notre mission"))).toContain("partout au Burkina Faso");
  expect(sectionOf(main, "Nos valeurs").querySelectorAll("li")).toHaveLength(4);
  sectionOf(main, "Pourquoi vous payez à la livraison");
  const real = words(sectionOf(main, "Reconnaître nos vrais messages"));
  expect(real).toContain(new URL(shop.url).host);
  expect(real).toContain("Nous ne demandons jamais d'argent avant la livraison");
  const [before] = await shop.sql`select address, phone, whatsapp, email from shop_settings`;
  if (!before) throw new Error("The shop has no settings.");
  const contact = sectionOf(main, "Nous joindre");
  expect(words(contact)).toContain("Ouagadougou");
  for (const name of [before.phone, before.email]) expect(hrefOf(contact, name)).toBeTruthy();

  await shop.sql`
    update shop_settings
    set phone = '+226 70 99 88 77', whatsapp = '22670445566', email = 'ici@exemple.bf', address = 'Rue 5, Ouagadougou'`;
  const changed = sectionOf(await mainOf(shop, fresh("/about")), "Nous joindre");
  expect(words(changed)).toContain("Rue 5, Ouagadougou");
  expect(hrefOf(changed, "+226 70 99 88 77")).toBe("tel:+22670998877");
  expect(hrefOf(changed, "WhatsApp +226 70 44 55 66")).toMatch(/^https:\/\/wa\.me\/22670445566\?text=/);
  expect(hrefOf(changed, "ici@exemple.bf")).toBe("mailto:ici@exemple.bf");
  await shop.sql`update shop_settings set ${shop.sql(before)}`;
});

test("the delays of delivery", async ({ shop }) => {
  const rows = [...(await mainOf(shop, "/delivery")).querySelectorAll("table tr")];
  const cellsOf = (place: string) =>
    rows.filter((row) => words(row).includes(place)).map((row) => words(row.querySelector("td")));
  expect(cellsOf("Ouagadougou")).toEqual(["24-48h"]);
  expect(cellsOf("Bobo-Dioulasso")).toEqual(["2-3 jours"]);
  expect(cellsOf("Autres grandes villes")).toEqual(["3-5 jours"]);
  expect(cellsOf("Zones rurales")).toEqual(["5-7 jours"]);
  expect(cellsOf("Koudougou")).toEqual(["3-5 jours"]);
});

test("the fees of delivery follow the settings", async ({ shop }) => {
  const fees = async () => words(sectionOf(await mainOf(shop, fresh("/delivery")), "Frais de livraison"));
  const free = async () =>
    words(sectionOf(await mainOf(shop, fresh("/delivery")), "Quand la livraison est gratuite"));
  expect(await fees()).toContain("2 000 XOF par commande");
  expect(await free()).toContain("Dès le deuxième article");
  expect(words(await mainOf(shop, "/delivery"))).toContain(
    "Les frais de livraison dépendent de la distance, du poids ou du volume et du type de service. Ils vous sont communiqués à la commande.",
  );
  await shop.sql`update shop_settings set shipping_fee = 3500`;
  expect(await fees()).toContain("3 500 XOF par commande");
  expect(words(await mainOf(shop, fresh("/terms")))).toContain("ils sont aujourd'hui de 3 500 XOF");
  await shop.sql`update shop_settings set shipping_fee = 0`;
  expect(await fees()).toContain("la livraison est offerte pour toutes les commandes");
  expect(await free()).not.toContain("Dès le deuxième article");
  expect(await free()).toContain("Votre panier affiche 0 XOF de livraison");
  await shop.sql`update shop_settings set shipping_fee = 2000`;
});

test("the terms hold what the shop promises elsewhere", async ({ shop }) => {
  const main = await mainOf(shop, "/terms");
  for (const [section, promise] of [
    [
      "Votre commande",
      "Le contrat est conclu quand la page de confirmation affiche votre numéro de commande",
    ],
    ["Le paiement à la livraison", "Nous n'acceptons aucun paiement avant la livraison"],
    ["Vérifier et refuser à la livraison", "ne vous coûte rien"],
    [
      "Retours faciles et gratuits : les conditions",
      "Vous le rapportez à notre adresse : le retour est gratuit",
    ],
    ["Commandes sérieuses uniquement", "Les frais de traitement ne sont pas remboursés"],
    ["Les techniciens et les cotations", "sont indépendants"],
    ["Droit applicable et litiges", "droit du Burkina Faso"],
  ] as const) {
    expect(words(sectionOf(main, section))).toContain(promise);
  }
  expect(main.querySelector("time")?.getAttribute("datetime")).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test("the privacy policy names the law and who watches over it", async ({ shop }) => {
  const main = await mainOf(shop, "/privacy");
  expect(words(main)).toContain("n'écrit aucun cookie");
  expect(words(main)).toContain("loi n° 001-2021/AN du 30 mars 2021");
  expect(hrefOf(main, "www.cil.bf")).toBe("https://www.cil.bf");
});

test("the contents of a text name all its sections", async ({ shop }) => {
  for (const path of ["/delivery", "/terms", "/privacy"]) {
    const main = await mainOf(shop, path);
    const headings = [...main.querySelectorAll("h2")].map(words);
    expect(headings.length, path).toBeGreaterThan(3);
    for (const contents of main.querySelectorAll("nav[aria-label=Sommaire]")) {
      const links = [...contents.querySelectorAll("a")];
      expect(links.map(words), path).toEqual(headings);
      const led = links.map((link) => {
        const section = main.ownerDocument.getElementById(link.getAttribute("href")?.slice(1) ?? "");
        return words(section?.querySelector("h2"));
      });
      expect(led, path).toEqual(headings);
    }
    expect(main.querySelector("nav[aria-label=Sommaire]"), path).not.toBeNull();
  }
});

test("every link in the texts leads somewhere that exists", async ({ shop }) => {
  for (const path of Object.keys(TEXTS)) {
    const links = (await mainOf(shop, path)).querySelectorAll("a[href^='/'], a[href^='#']");
    const hrefs = [...links].map((link) => link.getAttribute("href") ?? "");
    expect(hrefs, path).not.toEqual([]);
    for (const href of new Set(hrefs)) {
      const { pathname, hash } = new URL(href, shop.url + path);
      const response = await fetch(shop.url + pathname);
      expect(response.status, href).toBe(200);
      if (hash) expect(await response.text(), href).toContain(`id="${hash.slice(1)}"`);
    }
  }
});

test("a page that lives in the browser says what it needs to who has no script", async ({ shop }) => {
  for (const path of ["/cart", "/checkout", "/login", "/review"]) {
    const document = await getDocument(shop, path);
    expect(words(document.querySelector("noscript p")), path).toContain("Cette page a besoin de JavaScript.");
  }
});
