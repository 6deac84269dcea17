/** The content pages: the required texts, and links that lead to existing sections. */

import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";
import type { Shop } from "#tests/support/shop.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

const CONTENT_PAGES = {
  "/about": "À propos",
  "/delivery": "Informations de Livraison",
  "/terms": "Conditions d'utilisation",
  "/privacy": "Politique de Confidentialité",
};

async function getMain(shop: Shop, path: string, init?: RequestInit): Promise<Element> {
  const main = (await fetchDocument(shop, path, init)).querySelector("main");
  if (!main) throw new Error(`${path} has no main element.`);
  return main;
}

/** The text of an element with single plain spaces. */
const getText = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, " ") ?? "";

/** The section under a heading, with the heading. */
function getSection(main: Element, title: string): Element {
  const heading = [...main.querySelectorAll("h2, h3")].find((each) => getText(each) === title);
  const section = heading?.closest("section") ?? heading?.parentElement;
  if (!section) throw new Error(`No section is named «${title}».`);
  return section;
}

const getHref = (around: Element, name: string) =>
  [...around.querySelectorAll("a")].find((link) => getText(link) === name)?.getAttribute("href");

test("each text has its title and its breadcrumbs", async ({ shop }) => {
  for (const [path, title] of Object.entries(CONTENT_PAGES)) {
    const main = await getMain(shop, path);
    expect(getText(main.querySelector("h1"))).toBe(title);
    const trail = main.querySelector('nav[aria-label="Fil d\'Ariane"]');
    expect(trail && getHref(trail, "Accueil"), path).toBe("/");
    expect(getText(trail?.querySelector("[aria-current=page]"))).toContain(title);
  }
});

test("the about page says who the shop is, its mission and its contacts", async ({ shop }) => {
  const main = await getMain(shop, "/about");
  expect(getText(main)).toContain("née en 2020");
  expect(getText(getSection(main, "Notre mission"))).toContain("partout au Burkina Faso");
  expect(getSection(main, "Nos valeurs").querySelectorAll("li")).toHaveLength(4);
  getSection(main, "Pourquoi vous payez à la livraison");
  const real = getText(getSection(main, "Reconnaître nos vrais messages"));
  expect(real).toContain(new URL(shop.url).host);
  expect(real).toContain("Nous ne demandons jamais d'argent avant la livraison");
  const [before] = await shop.sql`select address, phone, whatsapp, email from shop_settings`;
  if (!before) throw new Error("The shop has no settings.");
  const contact = getSection(main, "Nous joindre");
  expect(getText(contact)).toContain("Ouagadougou");
  for (const name of [before.phone, before.email]) expect(getHref(contact, name)).toBeTruthy();

  await shop.sql`
    update shop_settings
    set phone = '+226 70 99 88 77', whatsapp = '22670445566', email = 'ici@exemple.bf', address = 'Rue 5, Ouagadougou'`;
  const changed = getSection(await getMain(shop, "/about", UNCACHED), "Nous joindre");
  expect(getText(changed)).toContain("Rue 5, Ouagadougou");
  expect(getHref(changed, "+226 70 99 88 77")).toBe("tel:+22670998877");
  expect(getHref(changed, "WhatsApp +226 70 44 55 66")).toMatch(/^https:\/\/wa\.me\/22670445566\?text=/);
  expect(getHref(changed, "ici@exemple.bf")).toBe("mailto:ici@exemple.bf");
  await shop.sql`update shop_settings set ${shop.sql(before)}`;
});

test("the delivery times", async ({ shop }) => {
  const rows = [...(await getMain(shop, "/delivery")).querySelectorAll("table tr")];
  const cellsOf = (place: string) =>
    rows.filter((row) => getText(row).includes(place)).map((row) => getText(row.querySelector("td")));
  expect(cellsOf("Ouagadougou")).toEqual(["24-48h"]);
  expect(cellsOf("Bobo-Dioulasso")).toEqual(["2-3 jours"]);
  expect(cellsOf("Autres grandes villes")).toEqual(["3-5 jours"]);
  expect(cellsOf("Zones rurales")).toEqual(["5-7 jours"]);
  expect(cellsOf("Koudougou")).toEqual(["3-5 jours"]);
});

test("the delivery fees follow the settings", async ({ shop }) => {
  const fees = async () =>
    getText(getSection(await getMain(shop, "/delivery", UNCACHED), "Frais de livraison"));
  const free = async () =>
    getText(getSection(await getMain(shop, "/delivery", UNCACHED), "Quand la livraison est gratuite"));
  expect(await fees()).toContain("2 000 XOF par commande");
  expect(await free()).toContain("Pour les articles suivants");
  expect(getText(await getMain(shop, "/delivery"))).toContain(
    "Les frais de livraison dépendent de la distance, du poids ou du volume et du type de service. Ils vous sont communiqués à la commande.",
  );
  await shop.sql`update shop_settings set shipping_fee = 3500`;
  expect(await fees()).toContain("3 500 XOF par commande");
  expect(getText(await getMain(shop, "/terms", UNCACHED))).toContain("ils sont aujourd'hui de 3 500 XOF");
  await shop.sql`update shop_settings set shipping_fee = 0`;
  expect(await fees()).toContain("la livraison est offerte pour toutes les commandes");
  expect(await free()).not.toContain("Pour les articles suivants");
  expect(await free()).toContain("Votre panier affiche 0 XOF de livraison");
  await shop.sql`update shop_settings set shipping_fee = 2000`;
});

test("the terms contain what the shop promises on other pages", async ({ shop }) => {
  const main = await getMain(shop, "/terms");
  for (const [section, promise] of [
    [
      "Votre commande",
      "Le contrat est conclu quand la page de confirmation affiche votre numéro de commande",
    ],
    ["Le paiement à la livraison", "Nous ne demandons aucun paiement avant la livraison"],
    ["Vérifier et refuser à la livraison", "ne vous coûte rien"],
    [
      "Retours faciles et gratuits : les conditions",
      "Vous le rapportez à notre adresse : le retour est gratuit",
    ],
    ["Commandes sérieuses uniquement", "Les frais de traitement ne sont pas remboursés"],
    ["Les techniciens et les cotations", "sont indépendants"],
    ["Droit applicable et litiges", "droit du Burkina Faso"],
  ] as const) {
    expect(getText(getSection(main, section))).toContain(promise);
  }
  expect(main.querySelector("time")?.getAttribute("datetime")).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test("the privacy policy names the law and the supervisory authority", async ({ shop }) => {
  const main = await getMain(shop, "/privacy");
  expect(getText(main)).toContain("n'écrit aucun cookie");
  expect(getText(main)).toContain("loi n° 001-2021/AN du 30 mars 2021");
  expect(getHref(main, "www.cil.bf")).toBe("https://www.cil.bf");
});

test("the table of contents lists all sections", async ({ shop }) => {
  for (const path of ["/delivery", "/terms", "/privacy"]) {
    const main = await getMain(shop, path);
    const headings = [...main.querySelectorAll("h2")].map(getText);
    expect(headings.length, path).toBeGreaterThan(3);
    for (const contents of main.querySelectorAll("nav[aria-label=Sommaire]")) {
      const links = [...contents.querySelectorAll("a")];
      expect(links.map(getText), path).toEqual(headings);
      const led = links.map((link) => {
        const section = main.ownerDocument.getElementById(link.getAttribute("href")?.slice(1) ?? "");
        return getText(section?.querySelector("h2"));
      });
      expect(led, path).toEqual(headings);
    }
    expect(main.querySelector("nav[aria-label=Sommaire]"), path).not.toBeNull();
  }
});

test("every link in the texts leads to an existing page and section", async ({ shop }) => {
  for (const path of Object.keys(CONTENT_PAGES)) {
    const links = (await getMain(shop, path)).querySelectorAll("a[href^='/'], a[href^='#']");
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

test("a page that needs JavaScript says so in a noscript element", async ({ shop }) => {
  for (const path of ["/cart", "/checkout", "/login", "/review"]) {
    const document = await fetchDocument(shop, path);
    expect(getText(document.querySelector("noscript p")), path).toContain(
      "Cette page a besoin de JavaScript.",
    );
  }
  const cart = await fetchDocument(shop, "/cart");
  expect(getText(cart.querySelector("noscript p"))).toMatch(
    /Sans lui, commandez par WhatsApp sur la page d'un produit, ou appelez-nous au \+226 [\d ]+\.$/,
  );
  // What is in the cart is known to a script alone.
  expect(cart.querySelector("header .cart-link")?.textContent).toBe("Panier");
  const admin = await fetchDocument(shop, "/admin/login");
  expect(getText(admin.querySelector("noscript p"))).toMatch(/navigateur\.$/);
});
