/**
 * The main flow of the shop by keyboard alone, as far as it differs between a phone and a desktop: the list
 * with its filters, and a product. After every key the focus has an outline and is in view.
 */
import { expect, test, testAtBothSizes } from "#tests/support/e2e/fixtures.ts";
import {
  expectNavigated,
  expectVisibleFocus,
  focusByTab,
  pressEnterOn,
  pressKey,
  typeInto,
} from "#tests/support/e2e/keyboard.ts";

testAtBothSizes(() => {
  test("by keyboard from the home page into a list, through its filters, to a product", async ({
    page,
    products,
    isMobile,
  }) => {
    const main = page.getByRole("main");
    const drill = await products.add({ name: "Perceuse", stock: 5 });
    const saw = await products.add({ name: "Scie", stock: 5 });
    await page.goto("/");
    await typeInto(page, page.getByLabel("Rechercher un produit"), products.uniqueWord);
    await page.keyboard.press("Enter");
    await expectNavigated(page, `/products?search=${products.uniqueWord}`);

    const filters = page.getByRole("complementary", { name: "Filtres du catalogue" });
    if (isMobile) await pressEnterOn(page, filters.getByRole("button", { name: "Filtres", exact: true }));
    await focusByTab(page, filters.getByRole("checkbox", { name: "En stock seulement" }));
    await page.keyboard.press("Space");
    const apply = isMobile ? "Voir 2 produits" : "Appliquer les filtres";
    await pressEnterOn(page, filters.getByRole("button", { name: apply }));
    await expect(page).toHaveURL(/inStock=true/);
    await expect(main.getByRole("article")).toHaveCount(2);
    await expectVisibleFocus(page);
    // A filter chip is removed when it is pressed; the focus is not lost with it.
    await pressEnterOn(page, main.getByRole("link", { name: "Retirer le filtre En stock" }));
    await expect(page).not.toHaveURL(/inStock/);
    await expectVisibleFocus(page);

    await pressEnterOn(page, page.getByRole("button", { name: `Ajouter au panier : ${saw.name}` }));
    // A toast that is closed restores the focus.
    const close = page.getByRole("button", { name: "Fermer la notification" });
    await pressEnterOn(page, close, "Shift+Tab");
    await expect(close).toHaveCount(0);
    await expectVisibleFocus(page);
    await pressEnterOn(page, main.getByRole("link", { name: drill.name }));
    await expectNavigated(page, `/product/${drill.slug}`);
  });

  test.describe("with toasts that disappear by themselves, as one may cover the focused element", () => {
    test.use({ holdToasts: false });

    test("by keyboard on a product: past the header, the images, the quantity, the tabs, and to the cart", async ({
      page,
      shop,
      products,
    }) => {
      const main = page.getByRole("main");
      const drill = await products.add({ name: "Perceuse", stock: 5 });
      await shop.sql`
      insert into product_images (product_id, image_url, display_order)
      values (${drill.id}, '/pictures/technicien-1-640.jpg', 0), (${drill.id}, '/pictures/technicien-2-640.jpg', 1)`;
      await page.goto(`/product/${drill.slug}`);
      await pressKey(page, "Tab");
      await expect(page.getByRole("link", { name: "Aller au contenu" })).toBeFocused();
      await pressKey(page, "Enter");
      await expect(main).toBeFocused();

      await pressEnterOn(page, main.getByRole("button", { name: "Photo suivante" }));
      await pressEnterOn(
        page,
        main.getByRole("button", { name: /^Ajouter .* à ma liste de souhaits/ }).first(),
      );
      const more = main.getByRole("button", { name: "Augmenter la quantité" });
      await focusByTab(page, more);
      for (let pressed = 0; pressed < 5; pressed += 1) await pressKey(page, "Enter");
      await expect(more, "at its end it keeps the focus").toBeFocused();
      await expect(more).toBeDisabled();
      await pressEnterOn(page, main.getByRole("button", { name: "Ajouter au panier", exact: true }));
      await focusByTab(page, main.getByRole("tab", { name: "Description" }));
      await pressKey(page, "ArrowRight");
      await expect(main.getByRole("tab", { name: "Caractéristiques" })).toBeFocused();
      await expect(main.getByRole("tabpanel", { name: "Caractéristiques" })).toBeVisible();
      await pressEnterOn(
        page,
        page.getByRole("banner").getByRole("link", { name: "Panier : 5 articles" }),
        "Shift+Tab",
      );
      await expectNavigated(page, "/cart");
    });
  });
});
