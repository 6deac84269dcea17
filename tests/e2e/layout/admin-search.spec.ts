/** The search of the top bar: a field on a wide screen, behind a button on a phone. */
import { expect, expectScreen, openOffice, test } from "../support/office.ts";

test("the search is opened, gone through by keys, closed, and a hit is pressed", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
  isMobile,
}) => {
  const word = `marteau-${crypto.randomUUID().slice(0, 6)}`;
  await goods({ name: `${word} un` });
  await goods({ name: `${word} deux` });
  const known = await customer();
  await openOffice(page, shop, await administrator());
  await expectScreen(page, "Tableau de bord");
  const field = page.getByRole("combobox", { name: /^Rechercher produits/ });
  const button = page.getByRole("button", { name: "Rechercher", exact: true });
  if (isMobile) await button.click();
  else await field.focus();
  await expect(field).toBeFocused();
  await page.keyboard.type(word);
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
  await field.fill(known.email);
  const hit = options.filter({ hasText: "Fatou Sawadogo" });
  await expect(hit).toBeInViewport({ ratio: 1 });
  await hit.click();
  await expect(page).toHaveURL(`/admin/users?search=${encodeURIComponent(known.email)}`);
  await expect(page.getByRole("rowheader")).toHaveText(["Fatou Sawadogo"]);
  await expect(options).toHaveCount(0);
});
