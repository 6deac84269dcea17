/** The search of the top bar: a field on a wide screen, behind a button on a phone. */
import { expectScreen, openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test, testAtBothSizes } from "#tests/support/e2e/fixtures.ts";

testAtBothSizes(() => {
  test("the search opens, is navigated by keys, closes, and a result is opened", async ({
    page,
    shop,
    createProduct,
    customer,
    administrator,
    isMobile,
  }) => {
    const uniqueWord = `marteau-${crypto.randomUUID().slice(0, 6)}`;
    await createProduct({ name: `${uniqueWord} un` });
    await createProduct({ name: `${uniqueWord} deux` });
    const account = await customer();
    await openAdmin(page, shop, await administrator());
    await expectScreen(page, "Tableau de bord");
    const field = page.getByRole("combobox", { name: /^Rechercher produits/ });
    const button = page.getByRole("button", { name: "Rechercher", exact: true });
    if (isMobile) await button.click();
    else await field.focus();
    await expect(field).toBeFocused();
    await page.keyboard.type(uniqueWord);
    const options = page.getByRole("option");
    await expect(options).toHaveCount(2);
    await page.keyboard.press("ArrowDown");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
    await expect(options).toHaveCount(0);
    await expect(field).toBeFocused();
    if (isMobile) {
      await page.keyboard.press("Escape");
      await expect(field).toBeHidden();
      await expect(button).toBeFocused();
      await button.click();
    }
    await field.fill(account.email);
    const hit = options.filter({ hasText: "Fatou Sawadogo" });
    await expect(hit).toBeInViewport({ ratio: 1 });
    await hit.click();
    await expect(page).toHaveURL(`/admin/users?search=${encodeURIComponent(account.email)}`);
    await expect(page.getByRole("rowheader")).toContainText(["Fatou Sawadogo"]);
    await expect(options).toHaveCount(0);
  });
});
