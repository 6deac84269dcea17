/** The server-rendered HTML of the pages that depend on the session. */
import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";

test("the HTML of private pages has their skeleton and no personal data", async ({ shop }) => {
  for (const path of ["/account", "/account?tab=commandes", "/account/orders/1"]) {
    const page = await fetchDocument(shop, path);
    expect(page.body.textContent, path).toContain("Cette page a besoin de JavaScript.");
    expect(page.querySelector('main [role="status"]')?.getAttribute("aria-label"), path).toMatch(
      /^Chargement d/,
    );
  }
});

test("every page shows at first that the session is loading, and links to the sign-in page", async ({
  shop,
}) => {
  for (const path of ["/", "/login"]) {
    const control = (await fetchDocument(shop, path)).querySelector('header a[href^="/login"]');
    expect(control?.textContent, path).toBe("Chargement...");
    expect(control?.getAttribute("aria-busy"), path).toBe("true");
    expect(control?.getAttribute("href"), path).toBe("/login?returnUrl=/account");
  }
});

test("the sign-in page preloads the code for signing in", async ({ shop }) => {
  const page = await fetchDocument(shop, "/login");
  const modules = page.querySelector("[data-modules]")?.getAttribute("data-modules")?.split(" ") ?? [];
  const scripts = await Promise.all(modules.map(async (path) => (await fetch(shop.url + path)).text()));
  expect(scripts.filter((code) => code.includes("grant_type=password"))).toHaveLength(1);
});
