/** The server-rendered layout of every page: navigation, logo, account, cart and footer. */
import { vi } from "vitest";
import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";
import type { Shop } from "#tests/support/shop.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/wait-timeout.ts";

const listLinks = (document: Document, selector: string) =>
  [...document.querySelectorAll(`${selector} a`)].map((link) => [
    link.textContent,
    link.getAttribute("href"),
  ]);

test("both navigations link to the five sections of the shop, in their order", async ({ shop }) => {
  const document = await fetchDocument(shop, "/cart");
  const parts = [
    ["Accueil", "/"],
    ["Produits", "/products"],
    ["Techniciens", "/technicians"],
    ["Demander une cotation", "/request-quote"],
    ["À propos", "/about"],
  ];
  expect(listLinks(document, "nav[aria-label='Navigation principale']")).toEqual(parts);
  expect(listLinks(document, "nav[aria-label=Menu] ul:not([aria-label])")).toEqual(parts);
});

test("the phone's menu lists every family", async ({ shop }) => {
  const categories = await shop.sql<{ name: string; slug: string }[]>`
    select name, slug from categories where parent_id is null order by name`;
  const document = await fetchDocument(shop, "/about");
  expect(listLinks(document, "nav[aria-label=Menu] ul[aria-label=Catégories]")).toEqual(
    categories.map(({ name, slug }) => [name, `/products?category=${slug}`]),
  );
});

test("the phone's menu leads to the visitor's own pages and to the shop's numbers, and marks the page", async ({
  shop,
}) => {
  const document = await fetchDocument(shop, "/products?category=plomberie");
  expect(listLinks(document, "nav[aria-label=Menu] ul[aria-label='Votre espace']")).toEqual([
    ["Mon compte", "/account"],
    ["Liste de souhaits", "/wishlist"],
    ["Promotions", "/promotions"],
  ]);
  const [settings] = await shop.sql<
    { phone: string; whatsapp: string }[]
  >`select phone, whatsapp from shop_settings`;
  const [phone, chat] = listLinks(document, "nav[aria-label=Menu] ul[aria-label='Nous joindre']");
  expect(phone).toEqual([settings?.phone, `tel:${settings?.phone.replaceAll(" ", "")}`]);
  expect(chat?.[1]).toContain(`https://wa.me/${settings?.whatsapp}?`);
  const marked = [...document.querySelectorAll("nav[aria-label=Menu] [aria-current=page]")];
  expect(marked.map(({ textContent }) => textContent)).toEqual(["Plomberie"]);
});

test("the logo links to the home page; account and cart are placeholders for the browser's data", async ({
  shop,
}) => {
  const document = await fetchDocument(shop, "/");
  expect(document.querySelector("header a[aria-label='Yaaré, accueil']")?.getAttribute("href")).toBe("/");
  const account = document.querySelector("header a[href='/login?returnUrl=/account']");
  expect(account?.textContent).toBe("Chargement...");
  const cart = document.querySelector("header a[href='/cart']");
  expect(cart?.textContent).toBe("Panier");
});

async function getFooter(shop: Shop): Promise<Element> {
  const footer = (await fetchDocument(shop, "/cart")).querySelector("footer");
  if (!footer) throw new Error("The page has no footer.");
  return footer;
}

test("the footer names the shop, follows the settings, and has its links", async ({ shop }) => {
  const [before] = await shop.sql`select shop_name, address, phone, email from shop_settings`;
  if (!before) throw new Error("The shop has no settings.");
  const footer = await getFooter(shop);
  for (const text of Object.values(before)) expect(footer.textContent).toContain(text);
  expect([...footer.querySelectorAll("nav a")].map((link) => link.getAttribute("href"))).toEqual([
    "/products?category=outils-electriques",
    "/products?category=materiaux",
    "/products?category=plomberie",
    "/products?category=electricite",
    "/wishlist",
    "/suivi",
    "/delivery",
    "/terms",
    "/privacy",
  ]);

  // A change of the settings invalidates the cached pages.
  await shop.sql`
    update shop_settings set address = 'Rue 12.34, Koudougou', phone = '+226 70 99 88 77', email = 'ici@exemple.bf'`;
  const changed = await vi.waitFor(async () => {
    const latest = await getFooter(shop);
    expect(latest.textContent).toContain("Rue 12.34, Koudougou");
    return latest;
  }, WAIT_TIMEOUT_MS);
  expect(changed.querySelector("a[href='tel:+22670998877']")?.textContent).toBe("+226 70 99 88 77");
  expect(changed.querySelector("a[href='mailto:ici@exemple.bf']")?.textContent).toBe("ici@exemple.bf");
  await shop.sql`update shop_settings set ${shop.sql(before)}`;
});
