/** The search of the top bar: over everything that is looked up all day, by hand and by keyboard. */
import type { Page } from "@playwright/test";
import { orderFor } from "../support/account.ts";
import { expect, expectScreen, forgive, openOffice, test } from "../support/office.ts";

const field = (page: Page) => page.getByRole("combobox", { name: /^Rechercher produits/ });

/** On a phone the field stands behind a button. */
async function openSearch(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole("button", { name: "Rechercher", exact: true }).click();
  else await field(page).focus();
  await expect(field(page)).toBeFocused();
}

test("products, orders, customers and technicians are found, each under its kind", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
  isMobile,
}) => {
  const product = await goods({ name: `Scie sauteuse ${crypto.randomUUID().slice(0, 6)}`, stock: 9 });
  const known = await customer();
  const order = await orderFor(shop, known, { lines: [{ goods: product, quantity: 1 }] });
  const [technician] = await shop.sql<{ id: string; name: string }[]>`
    select id, name from technician_profiles order by name limit 1`;
  await openOffice(page, shop, await administrator());
  await expectScreen(page, "Tableau de bord");
  await openSearch(page, isMobile);
  const list = page.getByRole("listbox", { name: "Résultats" });
  for (const [text, kind, title, address] of [
    [product.name, "Produits", product.name, `/admin/products/edit/${product.id}`],
    [order.number, "Commandes", order.number, `/admin/orders?search=${order.number}`],
    [known.email, "Clients", "Fatou Sawadogo", `/admin/users?search=${encodeURIComponent(known.email)}`],
    [
      technician?.name.split(" ").reverse().join(" ") ?? "",
      "Techniciens",
      technician?.name ?? "",
      `/admin/technicians/edit/${technician?.id}`,
    ],
  ] as const) {
    await field(page).fill(text);
    const hit = list.getByRole("group", { name: kind }).getByRole("option", { name: title }).first();
    await expect(hit).toHaveAttribute("href", address);
  }
  await field(page).fill("76 54 32 10");
  await expect(list.getByRole("group", { name: "Commandes" }).getByRole("option").first()).toBeVisible();
  await field(page).fill(known.email);
  await list.getByRole("option", { name: /^Fatou/ }).click();
  await expect(page).toHaveURL(/\/admin\/users\?search=/);
  await expect(page.getByRole("rowheader")).toHaveText(["Fatou Sawadogo"]);
  await expect(list).toHaveCount(0);
});

test("the keyboard goes through the hits, chooses one and closes the list", async ({
  page,
  shop,
  goods,
  administrator,
  isMobile,
}) => {
  const word = `marteau-${crypto.randomUUID().slice(0, 6)}`;
  await goods({ name: `${word} un` });
  await goods({ name: `${word} deux` });
  await openOffice(page, shop, await administrator());
  await expectScreen(page, "Tableau de bord");
  await openSearch(page, isMobile);
  await page.keyboard.type(word);
  const options = page.getByRole("option").filter({ hasText: word });
  await expect(options).toHaveCount(2);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("option", { selected: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(field(page)).toHaveValue(word);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/products\/edit\//);
});

test("nothing found and a failure are said", async ({ page, shop, administrator, isMobile, pageErrors }) => {
  await openOffice(page, shop, await administrator());
  await expectScreen(page, "Tableau de bord");
  await openSearch(page, isMobile);
  const said = page.getByRole("search").getByRole("status");
  await field(page).fill("zzqqxxyy");
  await expect(said).toHaveText("Aucun résultat.");
  await page.route("**/rest/v1/rpc/search_customers?*", (route) =>
    route.fulfill({ status: 500, json: { message: "panne" } }),
  );
  await field(page).fill("zzqqxxy");
  await expect(said).toHaveText("La recherche a échoué. Réessayez.");
  await field(page).fill("");
  await expect(said).toHaveText("");
  forgive(pageErrors, /status of 500|the search failed/);
});
