/** The page-weight budgets: bytes, requests and layout shift of a first view, on a phone with an empty cache. */
import { measureFirstView } from "#harness/measure-first-view.ts";
import { createScreenStorages, MAX_LAYOUT_SHIFT, toScreenPath } from "#harness/screen-budgets.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { SCREEN_GROUPS } from "#tests/support/e2e/screen-groups.ts";
import { collectScripts } from "#tests/support/e2e/scripts.ts";
import type { Shop } from "#tests/support/shop.ts";

/**
 * The pages where most visits begin, and the maximum weight of a first view there, whatever the budget of the
 * screen is.
 */
const LANDING_PATHS = new Set(["/products", "/product/:product"]);
const LANDING_BUDGET = { maxTotal: 188, maxScript: 110, maxRequests: 20 };

/** Whole ones, as the budgets are: identifiers, dates and headers differ by some bytes from view to view. */
const toKilobytes = (bytes: number) => Math.round(bytes / 1000);

/** The product with the most images. */
async function findProductPath(shop: Shop): Promise<string> {
  const [product] = await shop.sql<{ slug: string }[]>`
    select p.slug from products p join product_images i on i.product_id = p.id
    group by p.id order by count(*) desc, p.created_at desc limit 1`;
  return `/product/${product?.slug}`;
}

for (const group of SCREEN_GROUPS.filter(({ screens }) => screens.length > 0)) {
  test(`each screen stays within its budget: ${group.name}`, async ({ browser, shop }) => {
    const [technician] = await shop.sql<
      { slug: string }[]
    >`select slug from technicians order by slug limit 1`;
    const slugs = {
      product: (await findProductPath(shop)).replace("/product/", ""),
      technician: technician?.slug ?? "",
    };
    const getStorage = await createScreenStorages(shop.url);
    for (const screen of group.screens) {
      const view = await measureFirstView(browser, shop.url + toScreenPath(screen, slugs), {
        slow: false,
        storage: getStorage(screen),
      });
      const isEntrance = LANDING_PATHS.has(screen.path);
      for (const budget of isEntrance ? [screen, LANDING_BUDGET] : [screen]) {
        expect
          .soft(toKilobytes(view.totalBytes), `${screen.path}, kB in all`)
          .toBeLessThanOrEqual(budget.maxTotal);
        expect
          .soft(toKilobytes(view.bytes.script ?? 0), `${screen.path}, kB of script`)
          .toBeLessThanOrEqual(budget.maxScript);
        expect.soft(view.requests, `${screen.path}, requests`).toBeLessThanOrEqual(budget.maxRequests);
      }
      expect.soft(view.cls, `${screen.path}, layout shift`).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
      expect.soft(view.bytes.script, `${screen.path}, script`).toBeGreaterThan(50_000);
      if (isEntrance) expect.soft(view.bytes.image, `${screen.path}, images`).toBeGreaterThan(0);
    }
  });
}

test("browsing loads no code for signing in, for forms or for reading the backend", async ({
  page,
  shop,
}) => {
  // Who stays for some seconds is sent what a start without a network needs, and a slow machine takes as long.
  await page.addInitScript(() => Object.defineProperty(navigator, "serviceWorker", { value: undefined }));
  const readScripts = collectScripts(page);
  for (const path of ["/", "/products", await findProductPath(shop)]) await page.goto(path);
  const code = (await readScripts()).join("\n");
  expect(code).toContain("Voir plus");
  // Strings that minification preserves: of auth-js, zod and postgrest-js.
  for (const word of ["grant_type=refresh_token", "invalid_union", "return=representation"]) {
    expect(code).not.toContain(word);
  }
  // The same strings are found in the code of the pages that need them.
  await page.goto("/login");
  await expect(page.getByRole("tab", { name: "Connexion" })).toBeVisible();
  await expect
    .poll(async () => (await readScripts()).some((text) => text.includes("grant_type=refresh_token")))
    .toBe(true);
});
