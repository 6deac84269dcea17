/** «Vus récemment»: under a product, under an empty cart and on the home page, as far as there is anything. */
import type { Page } from "@playwright/test";
import { expectNoFindings } from "../support/axe.ts";
import { expect, expectLogged, forgive, type Goods, remember, test } from "../support/shopper.ts";
import { FAILED_LOAD, settled } from "../support/storefront.ts";

const strip = (page: Page) => page.getByRole("region", { name: "Vus récemment" });
const names = (page: Page) => strip(page).getByRole("heading", { level: 3 });
const storedText = (page: Page) => page.evaluate(() => localStorage.getItem("seen"));
const asSeen = (...goods: Goods[]) => ({ seen: goods.map(({ id }) => id).join("") });

/** Screen by screen to the end of the page: what was seen before is fetched on the way. */
async function goDown(page: Page): Promise<void> {
  await settled(page);
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
}

/** Whether the code of the strip was fetched. */
function watch(page: Page): () => number {
  let fetched = 0;
  page.on("request", (request) => {
    if (request.url().includes("recently-seen-strip")) fetched += 1;
  });
  return () => fetched;
}

test("products that were looked at are found again, newest first and never the one on the screen", async ({
  page,
  goods,
}) => {
  const [drill, pipe, nail] = [await goods(), await goods(), await goods({ stock: 0 })];
  const fetched = watch(page);
  await page.goto(`/product/${drill.slug}`);
  await settled(page);
  await goDown(page);
  await page.goto(`/product/${pipe.slug}`);
  await settled(page);
  await goDown(page);
  await expect(names(page)).toHaveText([drill.name]);
  await names(page).getByRole("link", { name: drill.name }).click();
  await expect(page).toHaveURL(`/product/${drill.slug}`);
  await goDown(page);
  await expect(names(page)).toHaveText([pipe.name]);
  await page.goto(`/product/${nail.slug}`);
  await goDown(page);
  await expect(names(page)).toHaveText([drill.name, pipe.name]);
  await expectNoFindings(page);

  await page.goto("/cart");
  await goDown(page);
  await expect(names(page)).toHaveText([nail.name, drill.name, pipe.name]);
  await expectNoFindings(page);
  await page.goto("/");
  await goDown(page);
  await expect(names(page)).toHaveText([nail.name, drill.name, pipe.name]);
  expect(fetched()).toBeGreaterThan(0);
});

test("it is fetched only near the screen, and not at all when nothing was seen", async ({ page, goods }) => {
  const [drill, pipe] = [await goods(), await goods()];
  const fetched = watch(page);
  for (const path of ["/", "/cart", `/product/${drill.slug}`]) {
    await page.goto(path);
    await settled(page);
    await goDown(page);
    await page.waitForLoadState("networkidle");
  }
  expect(fetched()).toBe(0);
  await remember(page, asSeen(pipe));
  await page.goto("/");
  await settled(page);
  await page.waitForLoadState("networkidle");
  expect(fetched()).toBe(0);
  await goDown(page);
  await expect(names(page)).toHaveText([pipe.name]);
});

test("the last twelve are shown, gone products and nonsense are not", async ({ page, shop, goods }) => {
  const seen: Goods[] = [];
  for (let index = 0; index < 14; index++) seen.push(await goods());
  await remember(page, asSeen(...seen));
  await page.goto("/cart");
  await goDown(page);
  await expect(names(page)).toHaveText(seen.slice(0, 12).map(({ name }) => name));
  await shop.sql`delete from products where id = ${seen[0]?.id ?? ""}`;
  await remember(page, { seen: `x${asSeen(...seen.slice(0, 3)).seen}<script>${seen[1]?.id}` });
  await page.goto("/cart");
  await goDown(page);
  await expect(names(page)).toHaveText(seen.slice(1, 3).map(({ name }) => name));
});

test("the strip moves sideways within the page, by finger, keys and arrows", async ({
  page,
  goods,
  isMobile,
}) => {
  const seen: Goods[] = [];
  for (let index = 0; index < 8; index++) seen.push(await goods());
  await remember(page, asSeen(...seen));
  for (const path of ["/cart", "/", `/product/${(await goods()).slug}`]) {
    await page.goto(path);
    await goDown(page);
    await expect(names(page)).toHaveCount(8);
    const [wide, screen] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(wide, path).toBe(screen);
  }
  const last = strip(page).getByRole("article").last();
  await expect(last).not.toBeInViewport();
  if (isMobile) {
    await expect(strip(page).getByRole("button", { name: "Produits suivants" })).toBeHidden();
    await last.scrollIntoViewIfNeeded();
  } else {
    await strip(page).getByRole("button", { name: "Produits suivants" }).click();
  }
  await expect(last).toBeInViewport();
  if (isMobile) return;
  await strip(page).getByRole("button", { name: "Produits précédents" }).click();
  await expect(last).not.toBeInViewport();
});

test("it can be cleared, by keyboard too", async ({ page, goods }) => {
  const [drill, pipe] = [await goods(), await goods()];
  await remember(page, asSeen(drill, pipe));
  await page.goto("/cart");
  await goDown(page);
  await expect(names(page)).toHaveCount(2);
  await strip(page).getByRole("button", { name: "Effacer" }).focus();
  await page.keyboard.press("Enter");
  await expect(strip(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "Produits vus récemment effacés",
  );
  expect(await storedText(page)).toBeNull();
  await page.reload();
  await settled(page);
  await goDown(page);
  await expect(strip(page)).toHaveCount(0);
});

test("a shop that does not answer leaves the page as it is", async ({ page, goods, pageErrors }) => {
  const [drill, pipe] = [await goods(), await goods()];
  await remember(page, asSeen(drill));
  await page.route("**/rest/v1/products?*", (route) =>
    route.fulfill({ status: 500, json: { message: "broken" } }),
  );
  await page.goto(`/product/${pipe.slug}`);
  await goDown(page);
  await expectLogged(pageErrors, /catalog: what was seen before could not be read/);
  forgive(pageErrors, FAILED_LOAD);
  await expect(strip(page)).toHaveCount(0);
  await page.route("**/assets/recently-seen-strip-*.js", (route) => route.abort());
  await page.goto(`/product/${drill.slug}`);
  const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("recently-seen"));
  await goDown(page);
  await refused;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(drill.name);
  forgive(pageErrors, FAILED_LOAD);
});
