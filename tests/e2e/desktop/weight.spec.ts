/** What a first visitor pays for by the megabyte: bytes and requests of a first view, on a phone with an empty cache. */
import { measureFirstView } from "../../../bench/support/first-view.ts";
import { addressOf, registeredStorage, SCREENS } from "../../../bench/support/screens.ts";
import type { Shop } from "../../support/shop.ts";
import { expect, settled, test } from "../support/storefront.ts";

const TOTAL_BYTES = 200_000;
const SCRIPT_BYTES = 110_000;
const REQUESTS = 20;

/** The product with the most pictures. */
async function productPath(shop: Shop): Promise<string> {
  const [product] = await shop.sql<{ slug: string }[]>`
    select p.slug from products p join product_images i on i.product_id = p.id
    group by p.id order by count(*) desc, p.created_at desc limit 1`;
  return `/product/${product?.slug}`;
}

test("the first view of the catalogue and of a product is light", async ({ browser, shop }) => {
  for (const path of ["/products", await productPath(shop)]) {
    const view = await measureFirstView(browser, shop.url + path, { slow: false });
    expect(view.totalBytes, path).toBeLessThanOrEqual(TOTAL_BYTES);
    expect(view.requests, path).toBeLessThanOrEqual(REQUESTS);
    expect(view.bytes.script, path).toBeLessThanOrEqual(SCRIPT_BYTES);
    expect(view.bytes.script, path).toBeGreaterThan(50_000);
    expect(view.bytes.image, path).toBeGreaterThan(0);
  }
});

test("no screen is heavier than it was", async ({ browser, shop }) => {
  test.setTimeout(180_000);
  const [technician] = await shop.sql<{ slug: string }[]>`select slug from technicians order by slug limit 1`;
  const slugs = {
    product: (await productPath(shop)).replace("/product/", ""),
    technician: technician?.slug ?? "",
  };
  const customer = await registeredStorage(shop.url);
  for (const screen of SCREENS) {
    const view = await measureFirstView(browser, shop.url + addressOf(screen, slugs), {
      slow: false,
      storage: screen.signedIn ? customer : undefined,
    });
    expect.soft(view.totalBytes, `${screen.path}, everything`).toBeLessThanOrEqual(screen.total * 1000);
    expect.soft(view.bytes.script, `${screen.path}, script`).toBeLessThanOrEqual(screen.script * 1000);
    expect.soft(view.requests, `${screen.path}, requests`).toBeLessThanOrEqual(screen.requests);
    expect.soft(view.bytes.script, screen.path).toBeGreaterThan(50_000);
  }
});

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
    await settled(page);
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
