/** The server-rendered HTML of the pages that depend on the session. */
import { expect, fetchDocument, test } from "#tests/support/pages/pages.ts";

test("the HTML of private pages shows what is loading and has no personal data", async ({ shop }) => {
  const loading = ["/account", "/account?tab=commandes", "/account/orders/1", "/checkout"];
  for (const path of loading) {
    const page = await fetchDocument(shop, path);
    expect(page.body.textContent, path).toContain("Cette page a besoin de JavaScript.");
    const labels = [...page.querySelectorAll('main [role="status"]')].map((status) =>
      status.getAttribute("aria-label"),
    );
    expect(labels, path).toContainEqual(expect.stringMatching(/^Chargement d/));
  }
});

test("the forms of the checkout and the account are in the HTML, empty, and a reload restores nothing", async ({
  shop,
}) => {
  for (const path of ["/checkout", "/account"]) {
    const page = await fetchDocument(shop, path);
    const fields = [...page.querySelectorAll("main input, main textarea")].filter(
      (field) => field.closest("section")?.getAttribute("aria-labelledby") !== "payment",
    );
    const texts = fields.filter(
      (field) => !["password", "hidden"].includes(field.getAttribute("type") ?? ""),
    );
    expect(texts.length, path).toBeGreaterThan(5);
    for (const field of texts) {
      expect(field.getAttribute("value") ?? field.textContent, `${path} ${field.outerHTML}`).toBe("");
      if (field.getAttribute("readonly") === null || path === "/checkout")
        expect(field.getAttribute("autocomplete"), `${path} ${field.outerHTML}`).toBe("off");
    }
    expect(page.querySelector("main form button[type=submit]") === null, path).toBe(path === "/checkout");
  }
});

test("the tab in the address is selected in the HTML", async ({ shop }) => {
  for (const [path, tab] of [
    ["/account", "Profil"],
    ["/account?tab=commandes", "Commandes"],
  ]) {
    const page = await fetchDocument(shop, path ?? "");
    expect(page.querySelector("[role=tab][aria-selected=true]")?.textContent).toBe(tab);
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

test("the page of an order's link is not cached and not listed, and a wrong link is no page", async ({
  shop,
}) => {
  const wrong = await fetch(`${shop.url}/order/123456-abcdefghijklmnopqrstuvwx`);
  expect(wrong.status).toBe(404);
  expect(await wrong.text()).toContain("Ce lien ne mène à aucune commande");
  const [order] = await shop.sql<{ number: string; token: string; name: string; address: string }[]>`
    select o.number, private.get_tracking_token(o) as token, o.customer_name as name,
      o.shipping_address ->> 'address' as address
    from public.orders o limit 1`;
  const right = await fetch(`${shop.url}/order/${order?.token}`);
  expect(right.status).toBe(200);
  const html = await right.text();
  expect(html).toContain(order?.number);
  for (const secret of [order?.name, order?.address]) expect(html).not.toContain(secret);
  for (const { headers } of [wrong, right]) {
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
  }
  expect((await fetch(`${shop.url}/suivi`)).headers.get("x-robots-tag")).toBe("noindex");
});
