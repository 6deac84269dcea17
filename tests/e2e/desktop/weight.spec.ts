/** What a first visitor pays for by the megabyte: bytes and requests of a first view, on a phone with an empty cache. */
import { measureFirstView } from "../../../bench/support/first-view.ts";
import { addressOf, registeredStorage } from "../../../bench/support/screens.ts";
import type { Shop } from "../../support/shop.ts";
import { WALKS } from "../support/every-screen.ts";
import { expect, test } from "../support/storefront.ts";

/** Where most visits begin, and what a first view may weigh there at most, whatever the list of screens allows. */
const ENTRANCES = new Set(["/products", "/product/:product"]);
const AT_ENTRANCE = { total: 200, script: 110, requests: 20 };

/** The product with the most pictures. */
async function productPath(shop: Shop): Promise<string> {
  const [product] = await shop.sql<{ slug: string }[]>`
    select p.slug from products p join product_images i on i.product_id = p.id
    group by p.id order by count(*) desc, p.created_at desc limit 1`;
  return `/product/${product?.slug}`;
}

for (const walk of WALKS.filter(({ screens }) => screens.length > 0)) {
  test(`no screen is heavier than it was: ${walk.name}`, async ({ browser, shop }) => {
    const [technician] = await shop.sql<
      { slug: string }[]
    >`select slug from technicians order by slug limit 1`;
    const slugs = {
      product: (await productPath(shop)).replace("/product/", ""),
      technician: technician?.slug ?? "",
    };
    const customer = await registeredStorage(shop.url);
    for (const screen of walk.screens) {
      const view = await measureFirstView(browser, shop.url + addressOf(screen, slugs), {
        slow: false,
        storage: screen.signedIn ? customer : undefined,
      });
      const isEntrance = ENTRANCES.has(screen.path);
      for (const most of isEntrance ? [screen, AT_ENTRANCE] : [screen]) {
        expect.soft(view.totalBytes, `${screen.path}, everything`).toBeLessThanOrEqual(most.total * 1000);
        expect.soft(view.bytes.script, `${screen.path}, script`).toBeLessThanOrEqual(most.script * 1000);
        expect.soft(view.requests, `${screen.path}, requests`).toBeLessThanOrEqual(most.requests);
      }
      expect.soft(view.bytes.script, `${screen.path}, script`).toBeGreaterThan(50_000);
      if (isEntrance) expect.soft(view.bytes.image, `${screen.path}, images`).toBeGreaterThan(0);
    }
  });
}

test("browsing fetches no code for signing in, for forms or for reading the backend", async ({
  page,
  shop,
}) => {
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.text());
  });
  for (const path of ["/", "/products", await productPath(shop)]) {
    await page.goto(path);
  }
  const code = (await Promise.all(scripts)).join("\n");
  expect(code).toContain("Voir plus");
  // Words that the libraries' code keeps: auth-js, zod and postgrest-js.
  for (const word of ["grant_type=refresh_token", "invalid_union", "return=representation"]) {
    expect(code).not.toContain(word);
  }
  // The same words are found where the code is needed.
  await page.goto("/login");
  await expect(page.getByRole("tab", { name: "Connexion" })).toBeVisible();
  await expect
    .poll(async () => (await Promise.all(scripts)).some((text) => text.includes("grant_type=refresh_token")))
    .toBe(true);
});
