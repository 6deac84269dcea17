/**
 * The shop's main way by keyboard alone as far as it differs between a phone and a desktop: the list with its filters,
 * and a product. Whatever is pressed, the focus is somewhere, drawn, and in sight.
 */
import { enter, expectArrived, expectFocusInSight, press, reach, write } from "../support/keyboard.ts";
import { expect, test } from "../support/storefront.ts";

test("from the home page into a list, through its filters, to a product", async ({
  page,
  goods,
  isMobile,
}) => {
  const main = page.getByRole("main");
  const drill = await goods.add({ name: "Perceuse", stock: 5 });
  const saw = await goods.add({ name: "Scie", stock: 5 });
  await page.goto("/");
  await write(page, page.getByLabel("Rechercher un produit"), goods.word);
  await page.keyboard.press("Enter");
  await expectArrived(page, `/products?search=${goods.word}`);

  const filters = page.getByRole("complementary", { name: "Filtres du catalogue" });
  if (isMobile) await enter(page, filters.getByRole("button", { name: "Filtres", exact: true }));
  await reach(page, filters.getByRole("checkbox", { name: "En stock seulement" }));
  await page.keyboard.press("Space");
  await enter(page, filters.getByRole("button", { name: "Appliquer les filtres" }));
  await expect(page).toHaveURL(/inStock=true/);
  await expect(main.getByRole("article")).toHaveCount(2);
  await expectFocusInSight(page);
  // A chip that is pressed goes, and the focus does not go with it.
  await enter(page, main.getByRole("link", { name: "Retirer le filtre En stock" }));
  await expect(page).not.toHaveURL(/inStock/);
  await expectFocusInSight(page);

  await enter(page, page.getByRole("button", { name: `Ajouter au panier : ${saw.name}` }));
  // A toast that is closed gives the focus back.
  const close = page.getByRole("button", { name: "Fermer la notification" });
  await enter(page, close, "Shift+Tab");
  await expect(close).toHaveCount(0);
  await expectFocusInSight(page);
  await enter(page, main.getByRole("link", { name: drill.name }));
  await expectArrived(page, `/product/${drill.slug}`);
});

test.describe("with toasts that go by themselves, as the focus may lie under one", () => {
  test.use({ holdToasts: false });

  test("a product: past the header, the images, the quantity, the tabs, and to the cart", async ({
    page,
    shop,
    goods,
  }) => {
    const main = page.getByRole("main");
    const drill = await goods.add({ name: "Perceuse", stock: 5 });
    await shop.sql`
      insert into product_images (product_id, image_url, display_order)
      values (${drill.id}, '/pictures/technicien-1-640.jpg', 0), (${drill.id}, '/pictures/technicien-2-640.jpg', 1)`;
    await page.goto(`/product/${drill.slug}`);
    await press(page, "Tab");
    await expect(page.getByRole("link", { name: "Aller au contenu" })).toBeFocused();
    await press(page, "Enter");
    await expect(main).toBeFocused();

    await enter(page, main.getByRole("button", { name: "Photo suivante" }));
    await enter(page, main.getByRole("button", { name: /^Ajouter .* à ma liste de souhaits/ }).first());
    const more = main.getByRole("button", { name: "Augmenter la quantité" });
    await reach(page, more);
    for (let pressed = 0; pressed < 5; pressed += 1) await press(page, "Enter");
    await expect(more, "at its end it keeps the focus").toBeFocused();
    await expect(more).toBeDisabled();
    await enter(page, main.getByRole("button", { name: "Ajouter au panier", exact: true }));
    await reach(page, main.getByRole("tab", { name: "Description" }));
    await press(page, "ArrowRight");
    await expect(main.getByRole("tab", { name: "Caractéristiques" })).toBeFocused();
    await expect(main.getByRole("tabpanel", { name: "Caractéristiques" })).toBeVisible();
    await enter(
      page,
      page.getByRole("banner").getByRole("link", { name: "Panier : 5 articles" }),
      "Shift+Tab",
    );
    await expectArrived(page, "/cart");
  });
});
