/** The search suggestions while typing, by touch. */
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";

test("a mistyped word suggests the product, and a tap opens it", async ({ page, products, pageErrors }) => {
  const { name, slug } = await products.add({ name: "Pergolette" });
  // The network loses the code of the suggestions at the first focus, and a letter asks for it again.
  await page.route("**/assets/search-suggestions-*.js", (route) => route.abort("connectionreset"), {
    times: 1,
  });
  await page.goto("/");
  const box = page.getByLabel("Rechercher un produit");
  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  const lost = page.waitForEvent("requestfailed");
  await box.focus();
  await lost;
  await box.pressSequentially("pergollete");
  await expect(options.filter({ hasText: name })).toContainText("10 000 XOF");
  // The outline of the focused field is around its button too.
  const [field, button] = await Promise.all([
    box.boundingBox(),
    page.getByRole("button", { name: "Rechercher", exact: true }).boundingBox(),
  ]);
  expect(field && field.x + field.width).toBe(button && button.x + button.width);
  await options.filter({ hasText: name }).click();
  await expect(page).toHaveURL(`/product/${slug}`);
  await expect(options).toHaveCount(0);
  await expect(box).toHaveValue("");
  allowErrors(pageErrors, /ERR_CONNECTION_RESET/);
});
