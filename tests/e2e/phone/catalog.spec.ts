/** The catalogue as a visitor uses it, on a phone and on a desktop: filters, pages, and the way back. */
import type { Page } from "@playwright/test";
import { DATA, expect, fresh, hold, settled, test } from "../support/storefront.ts";

const PAGE_SIZE = 24;

/** The filters, which a phone hides until they are asked for. */
async function openFilters(page: Page, isMobile: boolean) {
  const filters = page.getByRole("complementary", { name: "Filtres du catalogue" });
  if (isMobile) await filters.getByRole("button", { name: "Filtres", exact: true }).click();
  return filters;
}

const cardsOf = (page: Page) => page.getByRole("main").getByRole("article");

test("applied filters stand in the address, with both prices, and are kept by it", async ({
  page,
  goods,
  isMobile,
}) => {
  const cheap = await goods.add({ name: "Bon marché", price: 3000, stock: 5, category: "plomberie" });
  const fair = await goods.add({ name: "Correct", price: 6000, stock: 5, category: "plomberie" });
  const gone = await goods.add({ name: "Épuisé", price: 7000, stock: 0, category: "plomberie" });
  const dear = await goods.add({ name: "Cher", price: 12_500_000, stock: 5, category: "electricite" });
  const titles = cardsOf(page).getByRole("heading");
  const names = (...products: { name: string }[]) => products.map(({ name }) => name);

  await page.goto(`/products?search=${goods.word}`);
  await settled(page);
  await expect(titles).toHaveText(names(dear, gone, fair, cheap));
  // A price in millions is not cut off by the card.
  await expect(cardsOf(page).first()).toContainText(/12\s500\s000\sXOF/);
  expect(
    await cardsOf(page)
      .first()
      .evaluate((card) => card.scrollWidth - card.clientWidth),
  ).toBe(0);

  let filters = await openFilters(page, isMobile);
  if (isMobile) await expect(filters.getByRole("button", { name: "Fermer", exact: true })).toBeVisible();
  const minimum = filters.getByRole("slider", { name: "Prix minimum" });
  const maximum = filters.getByRole("slider", { name: "Prix maximum" });
  await expect(minimum).toHaveValue("0");
  await expect(maximum).toHaveValue("100000");
  for (const slider of [minimum, maximum]) {
    await expect(slider).toHaveAttribute("min", "0");
    await expect(slider).toHaveAttribute("max", "100000");
    await expect(slider).toHaveAttribute("step", "5000");
  }
  await minimum.press("ArrowRight");
  await expect(filters.getByRole("status")).toHaveText(["5 000 XOF", "100 000 XOF et plus"]);
  await expect(minimum).toHaveAttribute("aria-valuetext", /^5\s000\sXOF$/);
  await filters.getByRole("checkbox", { name: "En stock seulement" }).check();
  await filters.getByRole("button", { name: "Appliquer les filtres" }).click();
  await expect(page).toHaveURL(`/products?search=${goods.word}&minPrice=5000&maxPrice=100000&inStock=true`);
  // The slider's end is no bound: what is dearer stays.
  await expect(titles).toHaveText(names(dear, fair));

  filters = await openFilters(page, isMobile);
  await filters.getByRole("link", { name: "Plomberie" }).click();
  await expect(page).toHaveURL(/category=plomberie/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    category: "plomberie",
    search: goods.word,
    minPrice: "5000",
    maxPrice: "100000",
    inStock: "true",
  });
  await expect(titles).toHaveText(names(fair));

  await page.reload();
  await expect(titles).toHaveText(names(fair));
  await openFilters(page, isMobile);
  await expect(minimum).toHaveValue("5000");
  await expect(filters.getByRole("checkbox", { name: "En stock seulement" })).toBeChecked();
  await expect(filters.getByRole("link", { name: "Plomberie" })).toHaveAttribute("aria-current", "true");

  await page.goBack();
  await expect(titles).toHaveText(names(dear, fair));
  await page.goBack();
  await expect(titles).toHaveText(names(dear, gone, fair, cheap));
  await page.goForward();
  await expect(page).toHaveURL(/minPrice=5000/);
  await expect(titles).toHaveText(names(dear, fair));
});

test("each filter in force has a chip that drops it, and the reset drops all", async ({ page, isMobile }) => {
  await page.goto(
    "/products?category=plomberie&search=a&minPrice=5000&maxPrice=50000&inStock=true&newOnly=true",
  );
  await settled(page);
  const chips = page.getByRole("list", { name: "Filtres actifs" }).getByRole("link");
  const labels = ["« a »", "Plomberie", "5 000 XOF à 50 000 XOF", "En stock", "Nouveautés"];
  await expect(chips).toHaveText(labels.map((label) => `Retirer le filtre ${label}`));
  await chips.filter({ hasText: "5 000 XOF" }).click();
  await expect(page).toHaveURL("/products?category=plomberie&search=a&inStock=true&newOnly=true");
  await chips.filter({ hasText: "« a »" }).click();
  await expect(page).toHaveURL("/products?category=plomberie&inStock=true&newOnly=true");
  await chips.filter({ hasText: "En stock" }).click();
  await expect(page).toHaveURL("/products?category=plomberie&newOnly=true");
  const filters = await openFilters(page, isMobile);
  await filters.getByRole("link", { name: "Réinitialiser" }).click();
  await expect(page).toHaveURL("/products");
  await expect(chips).toHaveCount(0);
});

test("24 products come newest first, more below them on demand, and the way back finds them again", async ({
  page,
  shop,
}) => {
  const newest = await shop.sql<{ name: string }[]>`
    select name from products order by created_at desc, id limit ${2 * PAGE_SIZE}`;
  const names = newest.map(({ name }) => name);
  const [{ total } = { total: 0 }] = await shop.sql<{ total: number }[]>`
    select count(*)::int as total from products`;
  // A price below all others makes it an address that no other test has asked for.
  await page.goto("/products?minPrice=2&maxPrice=100000");
  await settled(page);
  const titles = cardsOf(page).getByRole("heading");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tous les produits");
  await expect(titles).toHaveText(names.slice(0, PAGE_SIZE));
  await expect(page.getByText(`${total} produits`, { exact: true })).toBeVisible();
  await expect(page.getByText(`24 produits sur ${total}`)).toBeVisible();

  const release = await hold(page, DATA);
  await page.getByRole("link", { name: "Voir plus" }).click();
  await expect(page.locator("[data-skeleton=product]")).toHaveCount(8);
  await expect(titles).toHaveCount(PAGE_SIZE);
  release();
  await expect(titles).toHaveText(names);
  await expect(page).toHaveURL("/products?minPrice=2&maxPrice=100000&page=2");
  await expect(page.getByText(`48 produits sur ${total}`)).toBeVisible();

  await cardsOf(page).nth(30).getByRole("link").click();
  await expect(page).toHaveURL(/\/product\//);
  await page.goBack();
  await expect(page).toHaveURL("/products?minPrice=2&maxPrice=100000&page=2");
  await expect(titles).toHaveText(names);
});

test("skeletons stand where products come, and the frame of a picture before it", async ({ page }) => {
  const releasePictures = await hold(page, /\/pictures\//);
  await page.goto(fresh("/products"), { waitUntil: "commit" });
  const frame = cardsOf(page).first().locator("picture");
  await expect(frame).toHaveCSS("background-color", "rgb(241, 233, 220)");
  const place = await frame.boundingBox();
  expect(place?.height).toBeGreaterThan(100);
  expect(place?.height).toBeCloseTo(place?.width ?? 0, 0);
  releasePictures();
  const picture = frame.locator("img");
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await frame.boundingBox()).toEqual(place);

  await settled(page);
  const release = await hold(page, DATA);
  await page.getByRole("contentinfo").getByRole("link", { name: "Matériaux" }).click();
  await expect(page.locator("[data-skeleton=product]")).toHaveCount(8);
  await expect(cardsOf(page)).toHaveCount(0);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catégorie: Matériaux");
  await expect(cardsOf(page)).toHaveCount(PAGE_SIZE);
});
