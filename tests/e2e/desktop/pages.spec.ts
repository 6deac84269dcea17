/** What every address of the shop says of itself, to browsers, caches, search engines and the chats it is shared in. */
import type { APIResponse, Page } from "@playwright/test";
import { register } from "../support/fixtures.ts";
import { DATA, expect, FAILED_LOAD, forgive, fresh, settled, test } from "../support/storefront.ts";

const DEFAULT_PICTURE = "/share-card.jpg";

/** Addresses of finished pages with their titles; those that search engines have no use for say so. */
const FINISHED: { path: string; title: string; noindex?: boolean; schemas?: string }[] = [
  {
    path: "/",
    title: "Yaaré, la quincaillerie en ligne du Burkina Faso",
    schemas: "Organization,WebSite",
  },
  { path: "/products", title: "Tous les produits", schemas: "ItemList" },
  {
    path: "/products?category=materiaux&page=2",
    title: "Catégorie: Matériaux, page 2",
    schemas: "BreadcrumbList,ItemList",
  },
  { path: "/products?newOnly=true", title: "Nouveaux Arrivages", schemas: "ItemList" },
  { path: "/products?category=plomberie&newOnly=true", title: "Catégorie: Plomberie", noindex: true },
  { path: "/products?minPrice=5000&maxPrice=100000", title: "Tous les produits", noindex: true },
  { path: "/products?inStock=true", title: "Tous les produits", noindex: true },
  { path: "/products?category=nexiste-pas", title: "Catégorie: Nexiste pas", noindex: true },
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
  { path: "/admin/users", title: "Clients", noindex: true },
  { path: "/admin/technicians", title: "Techniciens", noindex: true },
  { path: "/admin/technicians/new", title: "Techniciens", noindex: true },
  { path: "/admin/technicians/edit/1", title: "Techniciens", noindex: true },
  { path: "/admin/messages", title: "Messages", noindex: true },
  { path: "/admin/messages/1", title: "Message", noindex: true },
  { path: "/admin/quotes/1", title: "Cotation", noindex: true },
  { path: "/admin/audit", title: "Journal", noindex: true },
  { path: "/admin/mails", title: "E-mails", noindex: true },
  { path: "/admin/testimonials", title: "Avis clients", noindex: true },
  { path: "/admin/reviews", title: "Avis produits", noindex: true },
  { path: "/admin/settings", title: "Paramètres", noindex: true },
];

/** The head of an answer, read as a browser reads it. */
async function headOf(page: Page, response: APIResponse) {
  return page.evaluate(
    (html) => {
      const document = new DOMParser().parseFromString(html, "text/html");
      const read = (selector: string, attribute = "content") =>
        [...document.querySelectorAll(selector)].map((element) => element.getAttribute(attribute)).join();
      return {
        lang: document.documentElement.lang,
        title: document.title,
        heading: document.querySelector("h1")?.textContent,
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
          .map((script) => JSON.parse(script.textContent)["@type"])
          .join(),
      };
    },
    await response.text(),
  );
}

test("finished pages have a title, a description, their own address and a preview", async ({
  page,
  request,
  shop,
}) => {
  const { origin } = new URL(shop.url);
  for (const { path, title, noindex = false, schemas = "" } of FINISHED) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    const head = await headOf(page, response);
    expect(head, path).toMatchObject({
      lang: "fr",
      title: title.includes("Yaaré") ? title : `${title} | Yaaré`,
      canonical: origin + path,
      robots: noindex ? "noindex" : "",
      ogTitle: title,
      ogDescription: head.description,
      ogUrl: origin + path,
      ogImage: origin + DEFAULT_PICTURE,
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
  const picture = await request.get(DEFAULT_PICTURE);
  expect(picture.status()).toBe(200);
  expect(picture.headers()["content-type"]).toBe("image/jpeg");
});

test("a shared product shows its picture, its name and its price", async ({ page, request, shop, goods }) => {
  const { origin } = new URL(shop.url);
  const { slug, name } = await goods.add({
    name: "Meuleuse",
    price: 45_000,
    description: "Pour couper le fer.",
    image: "/pictures/meuleuse-1-640.jpg",
  });
  const response = await request.get(`/product/${slug}?reviews=2`);
  const head = await headOf(page, response);
  const spaced = Object.fromEntries(
    Object.entries(head).map(([key, value]) => [key, value?.replace(/[\u00a0\u202f]/g, " ")]),
  );
  expect(spaced).toMatchObject({
    title: `${name}, 45 000 XOF | Yaaré`,
    ogTitle: `${name}, 45 000 XOF`,
    description: "45 000 XOF, payable à la livraison. Pour couper le fer.",
    ogDescription: "45 000 XOF, payable à la livraison. Pour couper le fer.",
    canonical: `${origin}/product/${slug}`,
    ogImage: `${origin}/pictures/meuleuse-1-640.jpg`,
    robots: "",
    ogType: "product",
    twitterCard: "summary_large_image",
    schemas: "BreadcrumbList,Product",
  });
  const picture = await request.get(head.ogImage);
  expect(picture.status()).toBe(200);
  expect(picture.headers()["content-type"]).toBe("image/jpeg");
});

test("any other address is not found, by status and in words", async ({ page, request, pageErrors }) => {
  for (const path of [
    "/nowhere",
    "/product",
    "/admin/nowhere",
    "/products/1",
    "/%E0%A4%A",
    "/..%2f..%2fetc%2fpasswd",
  ]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(await response.text(), path).not.toMatch(/ at \w+ \(|node_modules/);
  }
  const response = await page.goto("/nowhere");
  expect(response?.status()).toBe(404);
  expect(response?.headers()["cache-control"]).toBe("no-store");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("404");
  await expect(main).toContainText("Oups ! La page que vous recherchez n'existe pas.");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  const picture = main.locator("img");
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await main.getByRole("link", { name: "Retour à l'accueil" }).click();
  await expect(page).toHaveURL("/");
  forgive(pageErrors, FAILED_LOAD);
});

test("an unexpected error has its heading and a way on, and shows no cause", async ({ page, pageErrors }) => {
  await page.goto("/cart");
  await settled(page);
  await page.route(DATA, (route) =>
    route.fulfill({ status: 500, contentType: "text/plain", body: "Error: secret at loader (server.ts:1)" }),
  );
  await page.getByRole("contentinfo").getByRole("link", { name: "Plomberie" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expect(page).toHaveTitle("Erreur inattendue");
  await expect(page.locator("body")).not.toContainText("secret");
  await expect(page.getByRole("link", { name: "Retour à l'accueil" })).toHaveAttribute("href", "/");
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catégorie: Plomberie");
  expect(pageErrors.length).toBeGreaterThan(0);
  forgive(pageErrors, /status of 500|secret|ErrorResponse|React Router caught/);
});

test("public pages may be kept by everyone and are checked by their ETag", async ({ request, goods }) => {
  const { slug } = await goods.add({ name: "Vis" });
  const paths = ["/", "/products", `/product/${slug}`, "/cart", "/about", "/products.data"];
  // One that was kept before could be made anew between the two requests.
  for (const path of paths.map((each) => fresh(each))) {
    const first = await request.get(path);
    const { etag = "", ...headers } = first.headers();
    expect(headers["cache-control"], path).toBe("public, max-age=0, s-maxage=300");
    expect(headers["cache-tag"], path).toContain("shop_settings");
    expect(headers["content-encoding"], path).toBe("br");
    expect(headers.vary, path).toContain("Accept-Encoding");
    expect(headers["set-cookie"], path).toBeUndefined();
    const again = await request.get(path, { headers: { "if-none-match": etag } });
    expect(again.status(), path).toBe(304);
    expect((await again.body()).length, path).toBe(0);
  }
  const [framework = ""] = /\/assets\/framework-[\w-]+\.js/.exec(await (await request.get("/")).text()) ?? [];
  const asset = await request.get(framework);
  expect(asset.headers()).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
  });
});

test("a document names what may run in it, and nothing else does", async ({ page, request, pageErrors }) => {
  for (const path of ["/", "/products", "/nowhere", "/login"]) {
    const headers = (await request.get(path)).headers();
    const policy = headers["content-security-policy"] ?? "";
    expect(policy, path).toMatch(/default-src 'self'; script-src 'self' 'sha256-/);
    expect(policy, path).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["referrer-policy"], path).toBe("strict-origin-when-cross-origin");
  }
  await page.goto("/");
  await settled(page);
  expect(pageErrors).toEqual([]);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.text = "document.title = 'foreign'";
    document.head.append(script);
  });
  await expect(page).not.toHaveTitle("foreign");
  expect(pageErrors.join()).toContain("Content Security Policy");
  forgive(pageErrors, /Content Security Policy/);
});

test("public pages carry no cookie and nothing of anyone, whoever asks for them", async ({
  page,
  context,
  shop,
  goods,
}) => {
  const product = await goods.add({ name: "Clou" });
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published)
    values (${product.id}, 4, 'De bons clous', 'Awa', 'secret-de-awa@exemple.bf', true)`;
  const { email } = await register(page, "/cart");
  const people = await shop.sql<{ email: string }[]>`
    select email from auth.users union select email from product_reviews union select customer_email from orders`;
  const emails = people.map((person) => person.email);
  expect(emails).toContain(email);
  for (const path of ["/", "/products", `/product/${product.slug}`, "/cart", "/account"]) {
    const response = await page.goto(fresh(path));
    const html = (await response?.text()) ?? "";
    expect(
      emails.filter((known) => html.includes(known)),
      path,
    ).toEqual([]);
    expect(html, path).not.toContain("Aminata");
  }
  expect(await context.cookies()).toEqual([]);
});
