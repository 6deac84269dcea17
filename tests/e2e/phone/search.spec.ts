/** What the search proposes while someone types, by finger. */
import { expect, test } from "../support/storefront.ts";

test("a mistyped word proposes the product, and a press leads to it", async ({ page, goods }) => {
  const { name, slug } = await goods.add({ name: "Pergolette" });
  await page.goto("/");
  const box = page.getByLabel("Rechercher un produit");
  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  await box.pressSequentially("pergollete");
  await expect(options.filter({ hasText: name })).toContainText("10 000 XOF");
  await options.filter({ hasText: name }).click();
  await expect(page).toHaveURL(`/product/${slug}`);
  await expect(options).toHaveCount(0);
  await expect(box).toHaveValue("");
});
