/** No finding of axe on what a purchase passes through when not all is well, and at its end. */
import { expectNoFindings } from "../support/axe.ts";
import {
  asCart,
  asSession,
  atCheckout,
  cartLine,
  confirmButton,
  expect,
  forgive,
  remember,
  signInOver,
  test,
} from "../support/shopper.ts";
import { fresh, test as storefront } from "../support/storefront.ts";

const ORDERS = "**/rest/v1/orders*";

test("a cart that had to be repaired", async ({ page, goods }) => {
  const [gone, short] = [await goods({ stock: 0 }), await goods({ stock: 2, price: 9000 })];
  await remember(
    page,
    asCart(cartLine({ ...gone, stock: 4 }), cartLine({ ...short, price: 8000, stock: 9 }, 6)),
  );
  await page.goto("/cart");
  await expect(page.getByRole("button", { name: "Compris" })).toBeVisible();
  await expectNoFindings(page);
});

test("the checkout with its errors, one that is refused, and the confirmation", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const known = await customer();
  const drill = await goods();
  await remember(page, { ...asCart(cartLine(drill)), ...asSession(await signInOver(shop, known)) });
  await page.goto("/checkout");
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
  await confirmButton(page).click();
  await expect(page.getByLabel("Adresse")).toHaveAttribute("aria-invalid", "true");
  await expectNoFindings(page);

  await atCheckout(page, shop, known, cartLine(drill));
  await page.route(ORDERS, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await confirmButton(page).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("alert")).toBeVisible();
  await expectNoFindings(page);
  await page.unroute(ORDERS);
  await confirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  await expectNoFindings(page);
  forgive(pageErrors, /status of 500|order/i);
});

storefront(
  "goods that are sold out, and those that cannot be read",
  async ({ page, goods, refuse, pageErrors }) => {
    const { slug } = await goods.add({ name: "Épuisé", stock: 0 });
    await page.goto(`/product/${slug}`);
    await expect(page.getByRole("main").getByText("Ce produit est épuisé.")).toBeVisible();
    await expectNoFindings(page);
    await page.goto(`/products?search=${goods.word}`);
    await expectNoFindings(page);
    await refuse("products");
    for (const path of ["/", "/products", `/product/${slug}`]) {
      await page.goto(fresh(path));
      // The home page says it in the block that is missing, the others in a toast.
      await expect(page.getByRole("alert").first()).toBeVisible();
      await expectNoFindings(page);
    }
    forgive(pageErrors, /^Failed to load resource|what was seen before/);
  },
);
