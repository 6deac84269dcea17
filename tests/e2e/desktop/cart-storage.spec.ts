/**
 * The cart as it is found in local storage: weeks old, written by another version or by hand, in two tabs at once,
 * or not readable at all.
 */
import type { Page } from "@playwright/test";
import {
  asCart,
  cartLine,
  expect,
  expectLogged,
  francs,
  remember,
  storedCart,
  test,
} from "../support/shopper.ts";

const badge = (page: Page) => page.getByRole("banner").getByTestId("cart-count");
const quantityOf = (page: Page, { name }: { name: string }) =>
  page.getByLabel(`Quantité de ${name}`, { exact: true });
const lineOf = (page: Page, { name }: { name: string }) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: name });
const empty = (page: Page) => page.getByRole("heading", { name: "Votre panier est vide" });

for (const text of ['[{"id":', "pas du json", "null", "42", '"cart"', "{}", '[1,null,"a",{},{"id":7},[]]']) {
  test(`${text} in place of a cart is an empty cart that can be filled`, async ({ page, goods }) => {
    const drill = await goods();
    await remember(page, { cart: text });
    await page.goto("/cart");
    await expect(empty(page)).toBeVisible();
    await page.goto(`/product/${drill.slug}`);
    await page.getByRole("button", { name: "Ajouter au panier" }).locator("visible=true").first().click();
    await expect(badge(page)).toHaveText("1");
    expect(await storedCart(page)).toEqual([cartLine(drill)]);
  });
}

test("good lines among nonsense survive, without a quantity as one piece, twice as one line", async ({
  page,
  goods,
}) => {
  const [drill, pipe, nail] = [await goods(), await goods(), await goods({ stock: 50 })];
  const { quantity: _quantity, ...unnumbered } = cartLine(drill);
  await remember(
    page,
    asCart(
      "nonsense",
      unnumbered,
      { ...cartLine(pipe), quantity: "trois", extra: true },
      { id: pipe.id },
      { ...cartLine(nail, 2), price: "12500" },
      { ...cartLine(nail, 1), quantity: -4 },
    ),
  );
  await page.goto("/cart");
  await expect(quantityOf(page, drill)).toHaveValue("1");
  await expect(quantityOf(page, pipe)).toHaveValue("1");
  await expect(quantityOf(page, nail)).toHaveValue("3");
  await expect(badge(page)).toHaveText("5");
});

test("a cart of another version, with its lines under items and less about each, is read", async ({
  page,
  goods,
}) => {
  const drill = await goods({ price: 4_000, stock: 6 });
  await remember(page, {
    cart: JSON.stringify({
      version: 3,
      items: [{ id: drill.id, name: "Ancien nom", price: 4_000, quantity: 2 }],
    }),
  });
  await page.goto("/cart");
  await expect(quantityOf(page, drill)).toHaveValue("2");
  await expect(page.getByRole("link", { name: drill.name })).toHaveAttribute(
    "href",
    `/product/${drill.slug}`,
  );
  await expect.poll(() => storedCart(page)).toEqual([cartLine(drill, 2)]);
});

test("what the shop changed meanwhile is repaired and said beside the line", async ({ page, goods }) => {
  const dearer = await goods({ price: 13_000 });
  const cheaper = await goods({ price: 9_000 });
  const short = await goods({ stock: 3 });
  const soldOut = await goods({ stock: 0 });
  const gone = { ...(await goods()), id: "7d1f3c52-0000-4000-8000-000000000000", name: "Article disparu" };
  const foreign = { ...gone, id: "article-d-une-autre-boutique", name: "Article étranger" };
  await remember(
    page,
    asCart(
      cartLine({ ...dearer, price: 12_500 }),
      cartLine({ ...cheaper, price: 9_500 }),
      cartLine({ ...short, stock: 20 }, 7),
      cartLine({ ...soldOut, stock: 4 }, 2),
      cartLine(gone),
      cartLine(foreign),
    ),
  );
  await page.goto("/cart");
  await expect(lineOf(page, dearer)).toContainText(
    new RegExp(`Le prix a augmenté\\s: ${francs(12_500).source} → ${francs(13_000).source}`),
  );
  await expect(lineOf(page, cheaper)).toContainText(
    new RegExp(`Le prix a baissé\\s: ${francs(9_500).source} → ${francs(9_000).source}`),
  );
  await expect(lineOf(page, short)).toContainText(
    "Il n'en reste que 3 : la quantité a été ramenée de 7 à 3.",
  );
  await expect(lineOf(page, soldOut)).toContainText(
    "Ce produit est en rupture de stock : il a été retiré de votre panier.",
  );
  for (const lost of [gone, foreign]) {
    await expect(lineOf(page, lost)).toContainText(
      "Ce produit n'est plus vendu : il a été retiré de votre panier.",
    );
  }
  await expect(badge(page)).toHaveText("5");
  await expect(page.getByRole("definition").first()).toHaveText(francs(13_000 + 9_000 + 3 * 12_500));
  expect(await storedCart(page)).toEqual([cartLine(dearer), cartLine(cheaper), cartLine(short, 3)]);

  await lineOf(page, gone).getByRole("button", { name: "Compris" }).click();
  await expect(lineOf(page, gone)).toHaveCount(0);
  await page.reload();
  await expect(quantityOf(page, dearer)).toBeVisible();
  await expect(page.getByText(/Le prix a augmenté|n'est plus vendu/)).toHaveCount(0);
});

test("a line without a price cannot be ordered while the shop cannot be asked", async ({
  page,
  goods,
  pageErrors,
}) => {
  const drill = await goods();
  await page.route("**/rest/v1/products*", (route) => route.fulfill({ status: 400, json: {} }));
  await remember(page, asCart({ ...cartLine(drill), price: 0 }));
  await page.goto("/cart");
  await expect(
    page.getByText("Les prix et le stock n'ont pas pu être vérifiés. Ils le seront avant la commande."),
  ).toBeVisible();
  await expect(page.getByRole("definition")).toHaveText([francs(0), francs(0), francs(0)]);
  await expect(page.getByRole("button", { name: "Passer la commande" })).toBeDisabled();
  await expectLogged(pageErrors, /cart: the lines could not be compared/);
  await expectLogged(pageErrors, /status of 400/);
});

test("without a storage the cart works as long as the page lives, and the failure is only logged", async ({
  page,
  goods,
  pageErrors,
}) => {
  const drill = await goods();
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("storage is switched off", "SecurityError");
      },
    });
  });
  await page.goto(`/product/${drill.slug}`);
  const add = page.getByRole("button", { name: "Ajouter au panier" }).locator("visible=true").first();
  await add.click();
  await expect(badge(page)).toHaveText("1");
  await add.click();
  await expect(badge(page)).toHaveText("2");
  await page.getByRole("banner").getByRole("link", { name: "Panier : 2 articles" }).click();
  await expect(quantityOf(page, drill)).toHaveValue("2");
  await page.getByRole("button", { name: `Augmenter la quantité de ${drill.name}` }).click();
  await expect(badge(page)).toHaveText("3");
  await expectLogged(pageErrors, /^local storage cannot be read/);
  await expectLogged(pageErrors, /cart: local storage cannot be read/);
  await expectLogged(pageErrors, /cart: local storage cannot be written/);
});

test("a storage that is full keeps the cart on the screen", async ({ page, goods, pageErrors }) => {
  const drill = await goods();
  await remember(page, asCart(cartLine(drill, 2)));
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.goto("/cart");
  await page.getByRole("button", { name: `Augmenter la quantité de ${drill.name}` }).click();
  await expect(quantityOf(page, drill)).toHaveValue("3");
  await expect(badge(page)).toHaveText("3");
  await expectLogged(pageErrors, /cart: local storage cannot be written/);
});

test("two tabs show and change one cart", async ({ page, context, goods }) => {
  const [drill, pipe] = [await goods(), await goods()];
  await remember(page, asCart(cartLine(drill)));
  await page.goto("/cart");
  await expect(quantityOf(page, drill)).toHaveValue("1");

  const other = await context.newPage();
  await other.goto(`/product/${pipe.slug}`);
  await expect(badge(other)).toHaveText("1");
  await other.getByRole("button", { name: "Ajouter au panier" }).locator("visible=true").first().click();
  await expect(quantityOf(page, pipe)).toHaveValue("1");
  await expect(badge(page)).toHaveText("2");

  await page.getByRole("button", { name: `Augmenter la quantité de ${drill.name}` }).click();
  await expect(badge(other)).toHaveText("3");
  expect(await storedCart(other)).toEqual([cartLine(drill, 2), cartLine(pipe)]);

  await page.getByRole("button", { name: "Vider le panier" }).click();
  await expect(badge(other)).toHaveCount(0);
});
