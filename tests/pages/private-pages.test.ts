/** What the server sends of the pages whose content depends on who is signed in. */
import { expect, getDocument, test } from "./support/pages.ts";

test("the HTML of private pages has their shape and nothing of anybody", async ({ shop }) => {
  for (const path of ["/account", "/account?tab=commandes", "/account/orders/1"]) {
    const page = await getDocument(shop, path);
    expect(page.body.textContent, path).toContain("Cette page a besoin de JavaScript.");
    expect(page.querySelector('main [role="status"]')?.getAttribute("aria-label"), path).toMatch(
      /^Chargement d/,
    );
  }
});

test("every page says at first that the session loads, and leads to the sign-in page", async ({ shop }) => {
  for (const path of ["/", "/login"]) {
    const control = (await getDocument(shop, path)).querySelector('header a[href^="/login"]');
    expect(control?.textContent, path).toBe("Chargement...");
    expect(control?.getAttribute("aria-busy"), path).toBe("true");
    expect(control?.getAttribute("href"), path).toBe("/login?returnUrl=/account");
  }
});

test("the sign-in page's document itself asks for the code that signs in", async ({ shop }) => {
  const page = await getDocument(shop, "/login");
  const modules = page.querySelector("[data-modules]")?.getAttribute("data-modules")?.split(" ") ?? [];
  const scripts = await Promise.all(modules.map(async (path) => (await fetch(shop.url + path)).text()));
  expect(scripts.filter((code) => code.includes("grant_type=password"))).toHaveLength(1);
});
