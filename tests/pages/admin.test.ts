/** The admin's server-rendered HTML: the same empty layout for every visitor, without data of the shop. */
import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";

const SCREENS = [
  ["dashboard", "Tableau de bord"],
  ["audit", "Journal"],
  ["mails", "E-mails"],
  ["limits", "Limites"],
  ["orders", "Commandes"],
  ["products", "Produits"],
  ["categories", "Catégories"],
  ["brands", "Marques"],
  ["quotes", "Cotations"],
  ["users", "Clients"],
  ["technicians", "Techniciens"],
  ["messages", "Messages"],
  ["testimonials", "Avis clients"],
  ["reviews", "Avis produits"],
  ["settings", "Paramètres"],
] as const;

test("each admin screen has its title, no data of the shop, and noindex", async ({ shop }) => {
  const [order] = await shop.sql<{ number: string }[]>`select number from orders limit 1`;
  expect(order?.number).toMatch(/^ORD-/);
  for (const [path, title] of SCREENS) {
    const document = await fetchDocument(shop, `/admin/${path}`);
    expect(document.title, path).toBe(`${title} | Yaaré`);
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content"), path).toMatch(/^noindex/);
    expect(document.querySelector("main [role=status]")?.getAttribute("aria-label"), path).toBe("Chargement");
    const html = document.documentElement.outerHTML;
    for (const secret of ["ORD-", "Panier", "@exemple.bf"]) expect(html, path).not.toContain(secret);
  }
});

test("cookies and tokens do not change the document", async ({ shop }) => {
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${shop.url}/admin/orders`, { headers });
    return response.text();
  };
  const html = await ask({});
  expect(await ask({ cookie: "office_menu=folded; sb-access-token=x", authorization: "Bearer x" })).toBe(
    html,
  );
});

test("the sign-in page has noindex, too", async ({ shop }) => {
  const document = await fetchDocument(shop, "/admin/login");
  expect(document.title).toBe("Administration | Yaaré");
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toMatch(/^noindex/);
  expect(document.body.textContent).toContain("Espace réservé aux administrateurs");
});

test("an unknown URL is not found, and discloses no more than the others", async ({ shop }) => {
  for (const path of ["/admin/nexiste-pas", "/admin/orders/1/2", "/admin/dashboard/x"]) {
    const response = await fetch(shop.url + path);
    expect(response.status, path).toBe(404);
    const html = await response.text();
    expect(html, path).toContain("<title>Administration | Yaaré</title>");
    expect(html, path).not.toContain("introuvable");
  }
});

test("the storefront's pages do not mention the admin", async ({ shop }) => {
  const response = await fetch(`${shop.url}/`);
  const html = await response.text();
  expect(html).toContain("Yaaré");
  expect(html).not.toContain("/admin/");
  expect(html).not.toContain("admin-");
});
