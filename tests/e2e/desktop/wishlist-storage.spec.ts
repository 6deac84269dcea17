/**
 * Hearts as they are found and carried over: broken, from two tabs, pressed too early, merged twice or half way, without
 * a network, and with a storage that is shut.
 */
import type { Page } from "@playwright/test";
import {
  asSession,
  asWishlist,
  expect,
  expectLogged,
  forgive,
  type Goods,
  hold,
  remember,
  signInOver,
  test,
} from "../support/shopper.ts";
import { FAILED_LOAD, settled } from "../support/storefront.ts";

const heartOf = (page: Page, { name }: { name: string }) =>
  page.getByRole("main").getByRole("button", { name: new RegExp(`${name} .* ma liste de souhaits$`) });
const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
const cards = (page: Page) => page.getByRole("main").getByRole("article");
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("wishlist"));
const searched = ({ name }: Goods) => `/products?search=${encodeURIComponent(name)}`;

for (const text of [
  '{"version":1,"ids":[',
  "null",
  "[]",
  '{"version":9,"ids":["a"]}',
  '{"version":1,"ids":{}}',
]) {
  test(`${text} in place of a wishlist is an empty one that can be filled`, async ({ page, goods }) => {
    const drill = await goods();
    await remember(page, { wishlist: text });
    await page.goto(searched(drill));
    await heartOf(page, drill).click();
    await expect(toasts(page)).toContainText("Ajouté à votre liste");
    expect(JSON.parse((await stored(page)) ?? "")).toEqual({ version: 1, ids: [drill.id] });
  });
}

test("what can be read among nonsense is kept, and what is gone is dropped when it is shown", async ({
  page,
  shop,
  goods,
}) => {
  const [drill, gone] = [await goods(), await goods()];
  await shop.sql`delete from products where id = ${gone.id}`;
  await remember(page, {
    wishlist: JSON.stringify({ version: 1, ids: ["nonsense", gone.id, 7, drill.id, drill.id, null] }),
  });
  await page.goto("/wishlist");
  await expect(cards(page).getByRole("heading")).toHaveText([drill.name]);
  await expect(page.getByText("1 produit", { exact: true })).toBeVisible();
  expect(JSON.parse((await stored(page)) ?? "")).toEqual({ version: 1, ids: [drill.id] });
});

test("other tabs follow", async ({ page, context, goods }) => {
  const drill = await goods();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(searched(drill));
    await settled(tab);
  }
  await heartOf(page, drill).click();
  await expect(heartOf(other, drill)).toHaveAttribute("aria-pressed", "true");
  await heartOf(other, drill).click();
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "false");
});

test("a heart that is pressed before the application lives is kept, and never empties one", async ({
  page,
  goods,
}) => {
  const drill = await goods();
  for (const known of [{}, asWishlist(drill)]) {
    await remember(page, known);
    const code = await hold(page, /\/assets\/.*\.js$/);
    await page.goto(searched(drill), { waitUntil: "commit" });
    await heartOf(page, drill).click();
    await expect(heartOf(page, drill)).toHaveAttribute("aria-busy", "true");
    await code.release();
    await expect(toasts(page)).toContainText("Ajouté à votre liste");
    await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "true");
    await expect(heartOf(page, drill)).not.toHaveAttribute("aria-busy");
    expect(JSON.parse((await stored(page)) ?? "")).toEqual({ version: 1, ids: [drill.id] });
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("presses that follow each other quickly end as the last one wants it", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const [drill, known] = [await goods(), await customer()];
  await remember(page, asSession(await signInOver(shop, known)));
  await page.goto(searched(drill));
  await hydratedFor(page, known);
  const heart = heartOf(page, drill);
  const answer = await hold(page, /rpc\/add_to_wishlist|wishlist_items/);
  for (let press = 0; press < 5; press++) await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await answer.release();
  // One message at a time: a row of hearts does not bury the page.
  await expect(toasts(page).getByRole("listitem")).toHaveText(/Ajouté à votre liste/);
  await expect.poll(() => wishesOf(shop, known)).toEqual([drill.id]);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
});

test("a merge that fails keeps the hearts here and is made up for", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const [drill, pipe, known] = [await goods(), await goods(), await customer()];
  await remember(page, { ...asSession(await signInOver(shop, known)), ...asWishlist(drill, pipe) });
  // The shop does what it was asked, and its answer is lost.
  await page.route("**/rpc/add_to_wishlist", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto(searched(drill));
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "true");
  const failure = /wishlist: the visitor's list could not be merged/;
  await expectLogged(pageErrors, failure);
  expect(JSON.parse((await stored(page)) ?? "").ids).toEqual([drill.id, pipe.id]);

  await page.unrouteAll({ behavior: "wait" });
  await page.reload();
  await expect.poll(() => stored(page)).toBeNull();
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "true");
  expect((await wishesOf(shop, known)).toSorted()).toEqual([drill.id, pipe.id].toSorted());
  // As often as the list was opened meanwhile.
  forgive(pageErrors, failure);
  forgive(pageErrors, FAILED_LOAD);
});

test("two tabs that sign in together merge as one", async ({ page, context, shop, goods, customer }) => {
  const [drill, known] = [await goods(), await customer()];
  await remember(page, { ...asSession(await signInOver(shop, known)), ...asWishlist(drill) });
  const other = await context.newPage();
  // Both ask before either is answered.
  const asked: (() => Promise<void>)[] = [];
  await context.route("**/rpc/add_to_wishlist", async (route) => {
    asked.push(() => route.continue());
    if (asked.length === 2) await Promise.all(asked.map((go) => go()));
  });
  await Promise.all([page.goto(searched(drill)), other.goto(searched(drill))]);
  for (const tab of [page, other]) {
    await expect(heartOf(tab, drill)).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => stored(tab)).toBeNull();
  }
  expect(asked).toHaveLength(2);
  expect(await wishesOf(shop, known)).toEqual([drill.id]);
});

test("hearts of an account that cannot be read leave the page alone", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const [drill, known] = [await goods(), await customer()];
  await shop.sql`insert into wishlist_items (user_id, product_id) values (${known.id}, ${drill.id})`;
  await remember(page, asSession(await signInOver(shop, known)));
  let broken = true;
  await page.route(/rest\/v1\/wishlist_items/, (route) =>
    broken ? route.fulfill({ status: 500, json: { message: "broken" } }) : route.continue(),
  );
  await page.goto(searched(drill));
  await expectLogged(pageErrors, /wishlist: the list could not be read/);
  forgive(pageErrors, FAILED_LOAD);
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "false");
  broken = false;
  await page.reload();
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "true");
});

test("without a network a visitor's hearts work once their code is there, and go back when it is not", async ({
  page,
  context,
  goods,
  pageErrors,
}) => {
  const [drill, pipe] = [await goods(), await goods()];
  await page.goto(searched(drill));
  await settled(page);
  await context.setOffline(true);
  await heartOf(page, drill).click();
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "false");
  expect(await stored(page)).toBeNull();
  await context.setOffline(false);
  await heartOf(page, drill).click();
  await expect(toasts(page)).toContainText("Ajouté à votre liste");
  await page.goto(searched(pipe));
  await expect(heartOf(page, pipe)).toHaveAttribute("aria-pressed", "false");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await heartOf(page, pipe).click();
  await expect.poll(async () => JSON.parse((await stored(page)) ?? "").ids).toEqual([pipe.id, drill.id]);
  await expect(heartOf(page, pipe)).toHaveAttribute("aria-pressed", "true");
  await context.setOffline(false);
  forgive(pageErrors, FAILED_LOAD);
  forgive(pageErrors, /toast: the viewport could not be fetched/);
});

test("a storage that is shut refuses the heart in words", async ({ page, goods, pageErrors }) => {
  const drill = await goods();
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.goto(searched(drill));
  await heartOf(page, drill).click();
  await expect(toasts(page).getByRole("alert")).toContainText(
    "Impossible de modifier votre liste de souhaits",
  );
  await expect(heartOf(page, drill)).toHaveAttribute("aria-pressed", "false");
  await expectLogged(pageErrors, /wishlist: not changed/);
});

type Shop = Parameters<typeof signInOver>[0];

/** What the database holds, newest first. */
async function wishesOf({ sql }: Shop, { id }: { id: string }): Promise<string[]> {
  const rows = await sql<{ product_id: string }[]>`
    select product_id from wishlist_items where user_id = ${id} order by created_at desc, product_id`;
  return rows.map((row) => row.product_id);
}

async function hydratedFor(page: Page, { email }: { email: string }): Promise<void> {
  await expect(
    page.getByRole("banner").getByRole("button", { name: email.split("@")[0] ?? "" }),
  ).toBeVisible();
}
