/** What the server gives of the back office to everyone alike: an empty frame without a word of the shop. */
import { expect, getDocument, test } from "./support/pages.ts";

const SCREENS = [
  ["dashboard", "Tableau de bord"],
  ["audit", "Journal"],
  ["mails", "E-mails"],
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

test("each screen has its title, nothing of the shop, and nothing for search engines", async ({ shop }) => {
  const [order] = await shop.sql<{ number: string }[]>`select number from orders limit 1`;
  expect(order?.number).toMatch(/^ORD-/);
  for (const [path, title] of SCREENS) {
    const document = await getDocument(shop, `/admin/${path}`);
    expect(document.title, path).toBe(`${title} | Yaaré`);
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content"), path).toMatch(/^noindex/);
    expect(document.querySelector("main [role=status]")?.getAttribute("aria-label"), path).toBe("Chargement");
    const html = document.documentElement.outerHTML;
    for (const secret of ["ORD-", "Panier", "@exemple.bf"]) expect(html, path).not.toContain(secret);
  }
});

test("who asks makes no difference to the document", async ({ shop }) => {
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${shop.url}/admin/orders`, { headers });
    return response.text();
  };
  const html = await ask({});
  expect(await ask({ cookie: "office_menu=folded; sb-access-token=x", authorization: "Bearer x" })).toBe(
    html,
  );
});

test("the sign-in page is for nobody's index either", async ({ shop }) => {
  const document = await getDocument(shop, "/admin/login");
  expect(document.title).toBe("Administration | Yaaré");
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toMatch(/^noindex/);
  expect(document.body.textContent).toContain("Espace réservé aux administrateurs");
});

test("an address without a screen is not found, and says no more than the others", async ({ shop }) => {
  for (const path of ["/admin/nexiste-pas", "/admin/orders/1/2", "/admin/dashboard/x"]) {
    const response = await fetch(shop.url + path);
    expect(response.status, path).toBe(404);
    const html = await response.text();
    expect(html, path).toContain("<title>Administration | Yaaré</title>");
    expect(html, path).not.toContain("introuvable");
  }
});

test("the shop's own pages name nothing of the back office", async ({ shop }) => {
  const response = await fetch(`${shop.url}/`);
  const html = await response.text();
  expect(html).toContain("Yaaré");
  expect(html).not.toContain("/admin/");
  expect(html).not.toContain("desk-");
});
