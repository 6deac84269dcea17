/** The list «Clients»: found, sorted and paged in the database, with everything in the address. */
import { randomUUID } from "node:crypto";
import { errorToast } from "../support/account.ts";
import { expect, expectScreen, forgive, listRows, openOffice, signInOver, test } from "../support/office.ts";

test("an account is found by name, e-mail or number, with its real last sign-in", async ({
  page,
  shop,
  customer,
  administrator,
}) => {
  const account = await administrator();
  const known = await customer();
  const name = `Rasmata-${randomUUID().slice(0, 6)}`;
  await shop.sql`update profiles set first_name = ${name}, phone = '+22670009988' where id = ${known.id}`;
  await openOffice(page, shop, account, "/admin/users");
  await expectScreen(page, "Clients");
  const search = page.getByRole("searchbox", { name: "Rechercher un client" });
  const rows = listRows(page);
  await expect(rows.first()).toBeVisible();
  for (const text of [`${name} sawadogo`, known.email, "70 00 99 88"]) {
    await search.fill(text);
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText(`${name} Sawadogo`);
  }
  await expect(page).toHaveURL("/admin/users?search=70+00+99+88");
  await expect(rows.first()).toContainText(known.id.slice(0, 8));
  await expect(rows.first()).not.toContainText(known.id.slice(0, 9));
  await expect(rows.first()).toContainText("Jamais");
  // To be read only.
  await expect(rows.first().locator("a, button, input, select")).toHaveCount(0);
  await signInOver(shop, known);
  await page.reload();
  await expect(search).toHaveValue("70 00 99 88");
  await expect(rows.first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d.*\d\d\/\d\d\/\d{4} \d\d:\d\d/s);
  await expect(rows.first()).not.toContainText("Jamais");
  await search.fill("zz");
  await expect(page.getByText("Saisissez au moins trois lettres pour chercher.")).toBeVisible();
  await search.fill("zzqqxx");
  await expect(page.getByText("Aucun client ne correspond à cette recherche.")).toBeVisible();
  await page.getByRole("link", { name: "Effacer" }).click();
  await expect(page).toHaveURL("/admin/users");
  await expect(search).toHaveValue("");
});

test("the list is paged and sorted by its address", async ({ page, shop, administrator, pageErrors }) => {
  const word = randomUUID().slice(0, 8);
  await shop.sql`
    insert into auth.users (id, email, created_at)
    select gen_random_uuid(), 'page-' || to_char(n, 'FM00') || ${`-${word}@exemple.bf`}, now() from generate_series(1, 30) n`;
  await shop.sql`
    update profiles set created_at = now() + substr(email, 6, 2)::int * interval '1 second' where email like ${`%-${word}@exemple.bf`}`;
  await openOffice(page, shop, await administrator(), `/admin/users?search=${word}`);
  const rows = listRows(page);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(rows).toHaveCount(25);
  await expect(pages).toContainText("1 à 25 sur 30");
  // The newest first, unless asked otherwise.
  await expect(rows.first()).toContainText("page-30-");
  await page.getByRole("columnheader", { name: "Email" }).getByRole("link").click();
  await expect(page.getByRole("columnheader", { name: "Email" })).toHaveAttribute("aria-sort", "ascending");
  await expect(rows.first()).toContainText("page-01-");
  await pages.getByRole("link", { name: "Suivant" }).click();
  await expect(rows).toHaveCount(5);
  await expect(pages).toContainText("26 à 30 sur 30");
  await expect(rows.last()).toContainText("page-30-");
  await expect(page).toHaveURL(`/admin/users?search=${word}&sort=email&page=2`);
  await page.getByRole("columnheader", { name: "Email" }).getByRole("link").click();
  await expect(page).toHaveURL(`/admin/users?search=${word}&sort=-email`);
  await expect(rows.first()).toContainText("page-30-");
  await page.goto(`/admin/users?search=${word}&page=99`);
  await expect(pages).toContainText("1 à 25 sur 30");
  forgive(pageErrors, /status of 416/);
  await shop.sql`delete from auth.users where email like ${`%-${word}@exemple.bf`}`;
});

test("a list that cannot be read says so, and is read again", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const READ = /\/rest\/v1\/customers\?/;
  await page.route(READ, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await openOffice(page, shop, await administrator(), "/admin/users");
  await expect(errorToast(page)).toHaveText("ErreurImpossible de charger les utilisateurs");
  const failed = page.getByRole("main").getByRole("alert");
  await expect(failed).toContainText("Impossible de charger les utilisateurs");
  await page.unroute(READ);
  await failed.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("table", { name: "Les clients" })).toBeVisible();
  forgive(pageErrors, /status of 500|load customers/);
});
