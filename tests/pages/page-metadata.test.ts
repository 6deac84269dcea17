/** The metadata of every page of the shop: for browsers, caches, search engines and link previews. */
import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { createUser } from "#backend/auth/accounts.ts";
import { colorBrand, colorSurface } from "#design/tokens.ts";
import { listPagePaths } from "#harness/page-paths.ts";
import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";
import { TestProducts } from "#tests/support/products.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

const DEFAULT_IMAGE = "/share-card.jpg";

/** The pages with their titles; those that must not be indexed say so. */
const PUBLIC_PAGES: {
  path: string;
  title: string;
  noindex?: boolean;
  schemas?: string;
  /** Of a list that does not follow its whole URL. */
  canonical?: string;
}[] = [
  {
    path: "/",
    title: "Yaaré, la quincaillerie en ligne du Burkina Faso",
    schemas: "Organization,WebSite",
  },
  { path: "/products", title: "Tous les produits", schemas: "ItemList" },
  {
    path: "/products?category=materiaux&page=2",
    title: "Catégorie: Matériaux, page 2",
    canonical: "/category/materiaux?page=2",
    schemas: "BreadcrumbList,ItemList",
  },
  { path: "/products?newOnly=true", title: "Nouveaux Arrivages", schemas: "ItemList" },
  { path: "/products?category=plomberie&newOnly=true", title: "Catégorie: Plomberie", noindex: true },
  { path: "/products?minPrice=5000&maxPrice=100000", title: "Tous les produits", noindex: true },
  { path: "/products?inStock=true", title: "Tous les produits", noindex: true },
  {
    path: "/products?category=nexiste-pas",
    title: "Tous les produits",
    noindex: true,
    canonical: "/products",
  },
  { path: "/products?search=vis", title: 'Résultats pour "vis"', noindex: true },
  { path: "/categories", title: "Toutes nos catégories", schemas: "BreadcrumbList" },
  { path: "/promotions", title: "Promotions", schemas: "BreadcrumbList" },
  { path: "/request-quote", title: "Demander une cotation" },
  { path: "/cart", title: "Panier", noindex: true },
  { path: "/wishlist", title: "Liste de souhaits", noindex: true },
  { path: "/checkout", title: "Commande", noindex: true },
  { path: "/order-confirmation", title: "Confirmation de commande", noindex: true },
  { path: "/login", title: "Connexion", noindex: true },
  { path: "/review", title: "Donnez votre avis", noindex: true },
  { path: "/account", title: "Mon compte", noindex: true },
  { path: "/account/orders/1", title: "Votre commande", noindex: true },
  { path: "/account/security", title: "Sécurité", noindex: true },
  { path: "/technicians", title: "Nos Techniciens Professionnels" },
  { path: "/technicians?specialty=electricite", title: "Nos Techniciens Professionnels : Électricité" },
  { path: "/technicians?specialty=zzz", title: "Nos Techniciens Professionnels : Zzz", noindex: true },
  { path: "/technicians?search=awa", title: "Nos Techniciens Professionnels", noindex: true },
  { path: "/technician-matching", title: "Mise en relation" },
  { path: "/about", title: "À propos", schemas: "BreadcrumbList" },
  { path: "/delivery", title: "Informations de Livraison", schemas: "BreadcrumbList" },
  { path: "/terms", title: "Conditions d'utilisation", schemas: "BreadcrumbList" },
  { path: "/privacy", title: "Politique de Confidentialité", schemas: "BreadcrumbList" },
  { path: "/admin/login", title: "Administration", noindex: true },
  { path: "/admin/dashboard", title: "Tableau de bord", noindex: true },
  { path: "/admin/orders", title: "Commandes", noindex: true },
  { path: "/admin/products", title: "Produits", noindex: true },
  { path: "/admin/products/new", title: "Nouveau produit", noindex: true },
  { path: "/admin/products/edit/1", title: "Modifier un produit", noindex: true },
  { path: "/admin/categories", title: "Catégories", noindex: true },
  { path: "/admin/categories/new", title: "Catégories", noindex: true },
  { path: "/admin/brands", title: "Marques", noindex: true },
  { path: "/admin/quotes", title: "Cotations", noindex: true },
  { path: "/admin/invitation", title: "Invitation", noindex: true },
  { path: "/admin/users", title: "Clients", noindex: true },
  { path: "/admin/users/1", title: "Client", noindex: true },
  { path: "/admin/users/administrators", title: "Administrateurs", noindex: true },
  { path: "/admin/technicians", title: "Techniciens", noindex: true },
  { path: "/admin/technicians/new", title: "Techniciens", noindex: true },
  { path: "/admin/technicians/edit/1", title: "Techniciens", noindex: true },
  { path: "/admin/messages", title: "Messages", noindex: true },
  { path: "/admin/messages/1", title: "Message", noindex: true },
  { path: "/admin/quotes/1", title: "Cotation", noindex: true },
  { path: "/admin/audit", title: "Journal", noindex: true },
  { path: "/admin/mails", title: "E-mails", noindex: true },
  { path: "/admin/limits", title: "Limites", noindex: true },
  { path: "/admin/cash", title: "Caisse", noindex: true },
  { path: "/admin/cash/movements", title: "Mouvements de la caisse", noindex: true },
  { path: "/admin/cash/report", title: "Rapport de caisse", noindex: true },
  { path: "/admin/carriers", title: "Transporteurs", noindex: true },
  { path: "/admin/receipts", title: "Réceptions", noindex: true },
  { path: "/admin/receipts/new", title: "Bon de livraison", noindex: true },
  { path: "/admin/stock-counts", title: "Comptages", noindex: true },
  { path: "/admin/reorder", title: "À commander", noindex: true },
  { path: "/admin/returns", title: "Retours", noindex: true },
  { path: "/admin/returns/count-in", title: "Articles à compter", noindex: true },
  { path: "/admin/returns/refunds", title: "À rembourser", noindex: true },
  { path: "/admin/returns/1", title: "Retour", noindex: true },
  { path: "/admin/testimonials", title: "Avis clients", noindex: true },
  { path: "/admin/reviews", title: "Avis produits", noindex: true },
  { path: "/admin/settings", title: "Paramètres", noindex: true },
  { path: "/admin/security", title: "Sécurité", noindex: true },
];

/** The metadata of a response. */
function readHead(document: Document) {
  const read = (selector: string, attribute = "content") =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(attribute)).join();
  return {
    lang: document.documentElement.lang,
    title: document.title,
    description: read("meta[name=description]"),
    canonical: read("link[rel=canonical]", "href"),
    robots: read("meta[name=robots]"),
    ogTitle: read("meta[property='og:title']"),
    ogDescription: read("meta[property='og:description']"),
    ogUrl: read("meta[property='og:url']"),
    ogImage: read("meta[property='og:image']"),
    ogType: read("meta[property='og:type']"),
    ogLocale: read("meta[property='og:locale']"),
    ogSiteName: read("meta[property='og:site_name']"),
    twitterCard: read("meta[name='twitter:card']"),
    schemas: [...document.querySelectorAll("script[type='application/ld+json']")]
      .map((script) => JSON.parse(script.textContent ?? "")["@type"])
      .join(),
  };
}

async function expectJpeg(address: string): Promise<void> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/jpeg");
}

test("every page has a title, a description, a canonical URL and a link preview", async ({ shop }) => {
  for (const { path, title, noindex = false, schemas = "", canonical = path } of PUBLIC_PAGES) {
    const response = await fetch(shop.url + path);
    expect(response.status, path).toBe(200);
    const head = readHead(new DOMParser().parseFromString(await response.text(), "text/html"));
    expect(head, path).toMatchObject({
      lang: "fr",
      title: title.includes("Yaaré") ? title : `${title} | Yaaré`,
      canonical: shop.url + canonical,
      robots: noindex ? "noindex" : "",
      ogTitle: title,
      ogDescription: head.description,
      ogUrl: shop.url + canonical,
      ogImage: shop.url + DEFAULT_IMAGE,
      ogType: "website",
      ogLocale: "fr_FR",
      ogSiteName: "Yaaré",
      twitterCard: "summary_large_image",
      schemas,
    });
    expect(head.description.length, path).toBeGreaterThan(30);
    expect(head.description.length, path).toBeLessThan(170);
    expect(head.description, path).not.toContain("Catégorie:");
  }
  await expectJpeg(shop.url + DEFAULT_IMAGE);
});

test("a page that is not listed above has the same metadata", async ({ shop }) => {
  const listed = new Set(PUBLIC_PAGES.map(({ path }) => path));
  const paths = listPagePaths();
  expect(paths).toEqual(expect.arrayContaining(["/", "/terms", "/admin/dashboard"]));
  for (const path of paths.filter((each) => !listed.has(each))) {
    const head = readHead(await fetchDocument(shop, path));
    expect(head.title, path).toMatch(/^.+ \| Yaaré$/);
    expect(head.canonical, path).toBe(shop.url + path);
    expect(head.description.length, path).toBeGreaterThan(30);
    expect(head.description.length, path).toBeLessThan(170);
    if (path.startsWith("/admin/")) expect(head.robots, path).toBe("noindex");
  }
});

test("a shared product shows its image, its name and its price", async ({ shop }) => {
  const { slug, name } = await new TestProducts(shop.sql).add({
    name: "Meuleuse de partage",
    price: 45_000,
    description: "Pour couper le fer.",
    image: "/pictures/meuleuse-1-640.jpg",
  });
  const head = readHead(await fetchDocument(shop, `/product/${slug}?reviews=2`));
  const spaced = Object.fromEntries(
    Object.entries(head).map(([key, value]) => [key, value.replace(/[\u00a0\u202f]/g, " ")]),
  );
  expect(spaced).toMatchObject({
    title: `${name}, 45 000 XOF | Yaaré`,
    ogTitle: `${name}, 45 000 XOF`,
    description: "45 000 XOF, payable à la livraison. Pour couper le fer.",
    ogDescription: "45 000 XOF, payable à la livraison. Pour couper le fer.",
    canonical: `${shop.url}/product/${slug}`,
    ogImage: `${shop.url}/pictures/meuleuse-1-640.jpg`,
    robots: "",
    ogType: "product",
    twitterCard: "summary_large_image",
    schemas: "BreadcrumbList,Product",
  });
  await expectJpeg(head.ogImage);
});

test("an unknown URL is not found, by status and in words", async ({ shop }) => {
  for (const path of [
    "/nowhere",
    "/product",
    "/admin/nowhere",
    "/products/1",
    "/%E0%A4%A",
    "/..%2f..%2fetc%2fpasswd",
  ]) {
    const response = await fetch(shop.url + path);
    expect(response.status, path).toBe(404);
    expect(await response.text(), path).not.toMatch(/ at \w+ \(|node_modules/);
  }
  const { headers } = await fetch(`${shop.url}/nowhere`);
  expect(headers.get("cache-control")).toBe("no-store");
  const document = await fetchDocument(shop, "/nowhere");
  const main = document.querySelector("main");
  expect(main?.querySelector("h1")?.textContent).toBe("404");
  expect(main?.textContent).toContain("Oups ! La page que vous recherchez n'existe pas.");
  expect(readHead(document).robots).toBe("noindex");
  const home = [...(main?.querySelectorAll("a") ?? [])].find(
    (link) => link.textContent === "Retour à l'accueil",
  );
  expect(home?.getAttribute("href")).toBe("/");
  const image = await fetch(shop.url + main?.querySelector("img")?.getAttribute("src"));
  expect(image.status).toBe(200);
  expect(image.headers.get("content-type")).toContain("image/");
});

test("public pages may be cached by everyone and are revalidated by their ETag", async ({ shop }) => {
  // One of the demo: for a moment a new one lets pages differ from themselves, while they are made again.
  const [product] = await shop.sql<
    { slug: string }[]
  >`select slug from products order by created_at, id limit 1`;
  const paths = ["/", "/products", `/product/${product?.slug}`, "/cart", "/about", "/products.data"];
  const headers = { "accept-encoding": "br" };
  for (const path of paths) {
    const first = await fetch(shop.url + path, { headers });
    expect(first.headers.get("cache-control"), path).toBe("public, max-age=0, s-maxage=10");
    expect(first.headers.get("cache-tag"), path).toContain("settings");
    expect(first.headers.get("content-encoding"), path).toBe("br");
    expect(first.headers.get("vary"), path).toContain("Accept-Encoding");
    expect(first.headers.get("set-cookie"), path).toBeNull();
    const etag = first.headers.get("etag") ?? "";
    const again = await fetch(shop.url + path, { headers: { ...headers, "if-none-match": etag } });
    expect(again.status, path).toBe(304);
    expect(await again.text(), path).toBe("");
  }
  const html = await (await fetch(`${shop.url}/`)).text();
  const [framework = ""] = /\/assets\/framework-[\w-]+\.js/.exec(html) ?? [];
  const asset = await fetch(shop.url + framework, { headers });
  expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(asset.headers.get("content-encoding")).toBe("br");
});

test("the content security policy names the scripts that may run", async ({ shop }) => {
  for (const path of ["/", "/products", "/nowhere", "/login"]) {
    const { headers } = await fetch(shop.url + path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy, path).toMatch(/default-src 'self'; script-src 'self' 'sha256-/);
    expect(policy, path).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("referrer-policy"), path).toBe("strict-origin-when-cross-origin");
  }
});

test("public pages set no cookie and contain no personal data", async ({ shop }) => {
  const product = await new TestProducts(shop.sql).add({ name: "Clou" });
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published)
    values (${product.id}, 4, 'De bons clous', 'Awa', 'secret-de-awa@exemple.bf', true)`;
  const customer = `cliente-${randomUUID()}@exemple.bf`;
  const data = { first_name: "Aminata", last_name: "Ouédraogo" };
  await createUser(shop.sql, { email: customer, password: "mot-de-passe-1", data, confirmed: true });
  const people = await shop.sql<{ email: string }[]>`
    select email from auth.users union select email from product_reviews union select customer_email from orders`;
  const emails = people.map(({ email }) => email);
  expect(emails).toEqual(expect.arrayContaining([customer, "secret-de-awa@exemple.bf"]));
  for (const path of ["/", "/products", `/product/${product.slug}?reviews=1`, "/cart", "/account"]) {
    const response = await fetch(shop.url + path, UNCACHED);
    expect(response.headers.get("set-cookie"), path).toBeNull();
    const html = await response.text();
    const named = emails.filter((email) => html.includes(email));
    expect(named, path).toEqual([]);
    expect(html, path).not.toContain("Aminata");
  }
});

test("the shop can be installed as an app", async ({ shop }) => {
  const response = await fetch(`${shop.url}/manifest.webmanifest`);
  expect(response.headers.get("content-type")).toContain("application/manifest+json");
  const manifest = await response.json();
  expect(manifest).toMatchObject({ name: "Yaaré", start_url: "/", display: "standalone", lang: "fr" });
  expect(manifest).toMatchObject({ theme_color: colorBrand, background_color: colorSurface });
  expect(Math.min(manifest.icons.length, manifest.shortcuts.length)).toBeGreaterThan(0);
  for (const { src } of manifest.icons) {
    const image = await fetch(shop.url + src);
    expect(image.headers.get("content-type")).toBe("image/png");
  }
  for (const { url } of manifest.shortcuts) expect((await fetch(shop.url + url)).status).toBe(200);
});

test("a mistyped search suggests the product", async ({ shop }) => {
  const { name, slug } = await new TestProducts(shop.sql).add({ name: "Pergolette" });
  const response = await fetch(`${shop.url}/search-suggestions?q=pergollete`);
  expect(await response.json()).toMatchObject({ products: [{ name, slug, price: 10_000 }] });
  const categories = await fetch(`${shop.url}/search-suggestions?q=plomb`);
  expect(await categories.json()).toMatchObject({ categories: [{ slug: "plomberie", name: "Plomberie" }] });
  await shop.sql`insert into brands (name) values ('Pergolux')`;
  onTestFinished(async () => {
    await shop.sql`delete from brands where name = 'Pergolux'`;
  });
  const brands = await fetch(`${shop.url}/search-suggestions?q=pergol`);
  expect(await brands.json()).toMatchObject({ brands: [{ slug: "pergolux", name: "Pergolux" }] });
});

test("suggestions that the database cannot give are an error, which no cache stores", async ({ shop }) => {
  await shop.sql`revoke execute on function suggest_products from anon`;
  const response = await fetch(`${shop.url}/search-suggestions?q=zzqqxx+rare`);
  await shop.sql`grant execute on function suggest_products to anon`;
  expect(response.status).toBe(503);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("retry-after")).toBe("5");
  const again = await fetch(`${shop.url}/search-suggestions?q=zzqqxx+rare`);
  expect(again.status).toBe(200);
  expect(await again.json()).toEqual({ categories: [], brands: [], products: [] });
});
