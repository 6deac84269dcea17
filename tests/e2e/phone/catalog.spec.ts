/**
 * The catalog on a phone: filters with their history, and images before they are loaded and when they fail.
 */
import type { Page } from "@playwright/test";
import { getCards } from "#tests/support/e2e/cards.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";
import { FAILED_LOAD_ERROR, holdRequests } from "#tests/support/e2e/network.ts";

/** The filters, which a phone hides until their sheet is opened. */
async function openFilters(page: Page) {
  const filters = page.getByRole("complementary", { name: "Filtres du catalogue" });
  await filters.getByRole("button", { name: "Filtres", exact: true }).click();
  return filters;
}

const openerOf = (page: Page) => page.getByRole("button", { name: "Filtres", exact: true });

test("applied filters are in the URL, with both prices, and are restored from it", async ({
  page,
  products,
}) => {
  const cheap = await products.add({ name: "Bon marché", price: 3000, stock: 5, category: "plomberie" });
  const fair = await products.add({ name: "Correct", price: 6000, stock: 5, category: "plomberie" });
  const gone = await products.add({ name: "Épuisé", price: 7000, stock: 0, category: "plomberie" });
  const dear = await products.add({ name: "Cher", price: 12_500_000, stock: 5, category: "electricite" });
  const titles = getCards(page).getByRole("heading");
  const names = (...products: { name: string }[]) => products.map(({ name }) => name);

  await page.goto(`/products?search=${products.uniqueWord}`);
  // What is sold out comes last in a search.
  await expect(titles).toHaveText(names(dear, fair, cheap, gone));
  // A price in millions is not cut off by the card.
  await expect(getCards(page).first()).toContainText(/12\s500\s000\sXOF/);
  expect(
    await getCards(page)
      .first()
      .evaluate((card) => card.scrollWidth - card.clientWidth),
  ).toBe(0);

  let filters = await openFilters(page);
  await expect(filters.getByRole("button", { name: "Fermer", exact: true })).toBeVisible();
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
  await filters.getByRole("button", { name: "Voir 2 produits" }).click();
  await expect(page).toHaveURL(
    `/products?search=${products.uniqueWord}&minPrice=5000&maxPrice=100000&inStock=true`,
  );
  // The slider's maximum is no bound: more expensive products stay in the list.
  await expect(titles).toHaveText(names(dear, fair));

  filters = await openFilters(page);
  await filters.getByText("Plomberie", { exact: true }).locator("visible=true").click();
  await filters.getByRole("button", { name: "Voir 1 produit" }).click();
  await expect(page).toHaveURL(/category=plomberie/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    category: "plomberie",
    search: products.uniqueWord,
    minPrice: "5000",
    maxPrice: "100000",
    inStock: "true",
  });
  await expect(titles).toHaveText(names(fair));

  await page.reload();
  await expect(titles).toHaveText(names(fair));
  await openFilters(page);
  await expect(minimum).toHaveValue("5000");
  await expect(filters.getByRole("checkbox", { name: "En stock seulement" })).toBeChecked();
  await expect(filters.getByRole("radio", { name: "Plomberie" })).toBeChecked();

  // The back button closes the sheet before it leaves the list.
  await page.goBack();
  await expect(minimum).toBeHidden();
  await expect(titles).toHaveText(names(fair));
  await page.goBack();
  await expect(titles).toHaveText(names(dear, fair));
  await page.goBack();
  await expect(titles).toHaveText(names(dear, fair, cheap, gone));
  await page.goForward();
  await expect(page).toHaveURL(/minPrice=5000/);
  await expect(titles).toHaveText(names(dear, fair));
});

test("the sheet of the filters counts what matches, traps the focus, and gives it back", async ({
  page,
  products,
}) => {
  await products.add({ name: "Robinet", price: 3000, stock: 5, category: "plomberie" });
  await products.add({ name: "Onduleur", price: 450_000, stock: 0, category: "electricite" });
  const list = `/products?search=${products.uniqueWord}`;
  await page.goto(list);
  const filters = await openFilters(page);
  const close = filters.getByRole("button", { name: "Fermer", exact: true });
  const apply = filters.getByRole("button", { name: /^Voir|^Aucun/ });
  await expect(close).toBeFocused();
  await expect(apply).toHaveText("Voir 2 produits");
  // In sight without scrolling.
  await expect(apply).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Shift+Tab");
  await expect(filters.getByRole("link", { name: "Réinitialiser" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(close).toBeFocused();

  await filters.getByRole("textbox", { name: "Minimum (XOF)" }).fill("400 000");
  await expect(apply).toHaveText("Voir 1 produit");
  await filters.getByRole("checkbox", { name: "En stock seulement" }).check();
  await expect(apply).toHaveText("Aucun produit");
  await filters.getByRole("textbox", { name: "Maximum (XOF)" }).fill("beaucoup");
  await expect(filters.getByText("« beaucoup » n'est pas un prix en francs : il est ignoré.")).toBeVisible();
  await close.click();
  await expect(close).toBeHidden();
  await expect(openerOf(page)).toBeFocused();
  await expect(page).toHaveURL(list);

  await openFilters(page);
  await filters.getByRole("checkbox", { name: "En stock seulement" }).uncheck();
  await filters.getByRole("textbox", { name: "Maximum (XOF)" }).fill("500 000");
  await apply.click();
  await expect(page).toHaveURL(`${list}&minPrice=400000&maxPrice=500000`);
  await expect(getCards(page).getByRole("heading")).toHaveText(/Onduleur/);
  await page.goBack();
  await expect(page).toHaveURL(list);
});

test("filters, order and count are in one row, and the first card is above 220 px", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const path of ["/products", "/products?sort=price-asc"]) {
    await page.goto(path);
    const boxes = await Promise.all(
      [
        openerOf(page),
        page.getByRole("combobox", { name: "Trier par" }),
        page.getByText(/^\d+ produits$/).filter({ visible: true }),
      ].map((part) => part.boundingBox()),
    );
    const middles = boxes.map((box) => (box ? box.y + box.height / 2 : 0));
    for (const middle of middles) expect(Math.abs(middle - (middles[0] ?? 0)), path).toBeLessThan(8);
    expect((await getCards(page).first().boundingBox())?.y, path).toBeLessThan(220);
  }
});

test("no order is cut off in its field, and a printed list has neither filters nor an order", async ({
  page,
}) => {
  await page.goto("/products");
  const select = page.getByRole("combobox", { name: "Trier par" });
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await select.evaluate((field: HTMLSelectElement) =>
      [...field.options].flatMap((option) => {
        const copy = document.createElement("select");
        copy.className = field.className;
        copy.style.cssText = "position: absolute; width: max-content";
        copy.append(option.cloneNode(true));
        field.after(copy);
        const isCut = copy.offsetWidth > field.offsetWidth;
        copy.remove();
        return isCut ? [option.label] : [];
      }),
    );
    expect(cut, `${width} px`).toEqual([]);
  }
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 794, height: 1123 });
  await expect(getCards(page).first()).toBeVisible();
  await expect(select).toBeHidden();
  await expect(page.getByText("En stock seulement")).toBeHidden();
});

test("an order is in the URL as soon as it is chosen, and the back button restores the one before", async ({
  page,
}) => {
  await page.goto("/products?inStock=true");
  const select = page.getByRole("combobox", { name: "Trier par" });
  await select.selectOption({ label: "Plus chers" });
  await expect(page).toHaveURL("/products?inStock=true&sort=price-desc");
  await expect(getCards(page)).toHaveCount(24);
  await page.goBack();
  await expect(page).toHaveURL("/products?inStock=true");
  await expect(select).toHaveValue("");
});

test.describe("before hydration", () => {
  test.use({ autoWaitForIdle: false });

  test("a pressed link marks itself and the list at once", async ({ page }) => {
    await holdRequests(page, /\/assets\/.*\.js$/);
    await gotoUncached(page, "/products?inStock=true", { waitUntil: "commit" });
    const chip = page.getByRole("link", { name: "Retirer le filtre En stock" });
    await expect(chip).toBeVisible();
    // Playwright would wait for the next page.
    await page.evaluate(() => document.addEventListener("click", (event) => event.preventDefault()));
    await chip.click();
    await expect(chip).toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "true");
  });
});

test.describe("before the images are loaded", () => {
  // The page's load event waits for the held images.
  test.use({ autoWaitForIdle: false });

  test("the frame of an image has its final size before the image is loaded", async ({ page }) => {
    const release = await holdRequests(page, /\/pictures\//);
    await gotoUncached(page, "/products", { waitUntil: "commit" });
    const frame = getCards(page).first().locator("picture");
    await expect(frame).toHaveCSS("background-color", "rgb(241, 233, 220)");
    const place = await frame.boundingBox();
    expect(place?.height).toBeGreaterThan(100);
    expect(place?.height).toBeCloseTo(place?.width ?? 0, 0);
    await release();
    const image = frame.locator("img");
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await frame.boundingBox()).toEqual(place);
  });
});

test("images that fail are replaced by the placeholder", async ({ page, shop, products, pageErrors }) => {
  await products.add({ name: "Photo perdue", image: "/pictures/nowhere-640.jpg" });
  await page.goto(`/products?search=${products.uniqueWord}`);
  await expect(getCards(page).locator("img")).toHaveCSS("content", /placeholder\.svg/);

  const lost = await products.add({ name: "Photos perdues" });
  await shop.sql`
    insert into product_images (product_id, image_url, display_order)
    values (${lost.id}, '/pictures/lost-1-640.jpg', 1), (${lost.id}, 'https://127.0.0.1:9/lost.jpg', 2)`;
  await page.goto(`/product/${lost.slug}`);
  const image = (name: string) => page.getByRole("img", { name, exact: true });
  await expect(image(lost.name)).toHaveCSS("content", /placeholder\.svg/);
  await page.getByRole("button", { name: "Photo suivante" }).click();
  await expect(image(`${lost.name}, photo 2`)).toHaveCSS("content", /placeholder\.svg/);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
});

test("the list has one to four columns, by the width of the screen", async ({ page }) => {
  await page.goto("/products");
  for (const [width, columns] of [
    [320, 1],
    [360, 2],
    [1024, 3],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const tops = await getCards(page).evaluateAll((all) =>
      all.map((card) => Math.round(card.getBoundingClientRect().top)),
    );
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
  }
});
