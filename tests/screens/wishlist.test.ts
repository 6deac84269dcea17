/** Hearts and the list behind them: in pages, by keyboard, found broken, carried over, and while the shop fails. */
import { onTestFinished, vi } from "vitest";
import { asWishlist } from "../support/browser-storage.ts";
import { createProduct } from "../support/products.ts";
import { expectErrorToast, expectToast } from "./support/account.ts";
import { findAccountButton } from "./support/identity.ts";
import { expect, expectLogged, forgive, screen, test, toasts, waitFor, within } from "./support/screen.ts";
import { expectCards, expectHeart, findHeart, searched, storedIds, wishesOf } from "./support/wishlist.ts";

const WISHED_PRODUCTS = /\/rest\/v1\/wishlist_items\?.*products/;

test("a long list comes in pages, newest first, and one that goes makes no other be left out", async ({
  open,
  shop,
  customer,
}) => {
  const known = await customer();
  await shop.sql`
    insert into wishlist_items (user_id, product_id, created_at)
    select ${known.id}, id, now() - (row_number() over (order by name)) * interval '1 hour'
    from products order by name limit 30`;
  const wished = await shop.sql<{ name: string }[]>`
    select p.name from wishlist_items w join products p on p.id = w.product_id
    where w.user_id = ${known.id} order by w.created_at desc`;
  const names = wished.map(({ name }) => name);
  const { user } = await open("/wishlist", { as: known });
  await expectCards(...names.slice(0, 24));
  await screen.findByText("30 produits");
  const asked = shop.network.asked(WISHED_PRODUCTS).map(({ url }) => new URL(url).searchParams.get("limit"));
  expect(new Set(asked)).toEqual(new Set(["24"]));

  await user.click(await findHeart({ name: names[0] ?? "no name" }));
  await screen.findByText("29 produits");
  await expectToast(/^Retiré de votre liste/);
  const release = shop.network.hold(WISHED_PRODUCTS);
  const more = screen.getByRole("button", { name: "Voir plus" });
  await user.click(more);
  await screen.findByText("Chargement de votre liste de souhaits...");
  expect(more).toHaveAttribute("aria-busy", "true");
  expect(document.querySelector("[data-skeleton=product]")).not.toBeNull();
  release();
  await expectCards(...names.slice(1));
  expect(screen.queryByRole("button", { name: "Voir plus" })).toBeNull();
  const next = within(screen.getByRole("main")).getAllByRole("article")[23];
  await waitFor(() => expect(next?.querySelector("a")).toHaveFocus());
});

test("hearts work by keyboard, and the focus goes on from the count when a product leaves the list", async ({
  open,
  shop,
}) => {
  const [drill, pipe] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  const first = await open(searched(drill), { storage: asWishlist(drill, pipe) });
  await expectHeart(drill, true);
  screen.getByRole("button", { name: `Ajouter au panier : ${drill.name}` }).focus();
  await first.user.tab();
  expect(await findHeart(drill)).toHaveFocus();
  await first.user.keyboard(" ");
  await expectHeart(drill, false);
  await expectToast(/^Retiré de votre liste/);
  await first.user.keyboard("{Enter}");
  await expectHeart(drill, true);
  expect(await findHeart(drill)).toHaveFocus();
  await expectToast(/^Ajouté à votre liste/);

  const { user } = await open("/wishlist");
  await expectCards(drill.name, pipe.name);
  (await findHeart(pipe)).focus();
  await user.keyboard("{Enter}");
  await expectCards(drill.name);
  await waitFor(() => expect(screen.getByText("1 produit")).toHaveFocus());
});

test("the list says that it is on its way, that it cannot be read, and is asked for again", async ({
  open,
  shop,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const release = shop.network.hold(/\/rest\/v1\/products\?/);
  await open("/wishlist", { storage: asWishlist(drill) });
  await screen.findByText("Chargement de votre liste de souhaits...");
  release();
  await expectCards(drill.name);

  const mend = shop.network.fail(/\/rest\/v1\/products\?/);
  const { user } = await open("/wishlist");
  const main = within(await screen.findByRole("main"));
  const alert = await main.findByRole("alert");
  expect(alert).toHaveTextContent("Impossible de charger votre liste de souhaits.");
  mend();
  await user.click(within(alert).getByRole("button", { name: "Réessayer" }));
  await expectCards(drill.name);
  expect(main.queryByRole("alert")).toBeNull();
  await expectLogged(errors, /wishlist: the products could not be read/);
});

test("a heart goes back when the shop refuses it, and says so", async ({ open, shop, customer, errors }) => {
  const [drill, known] = [await createProduct(shop.sql), await customer()];
  const { user } = await open(searched(drill), { as: known });
  await findAccountButton(known);
  const release = shop.network.hold(/\/rpc\/add_to_wishlist/);
  await user.click(await findHeart(drill));
  await expectHeart(drill, true);
  await shop.sql`delete from products where id = ${drill.id}`;
  release();
  await expectHeart(drill, false);
  await expectErrorToast("Impossible de modifier votre liste de souhaits");
  await expectLogged(errors, /wishlist: not changed/);
});

test("a broken list is an empty one that can be filled, and what can be read among nonsense stays", async ({
  open,
  shop,
}) => {
  const [drill, gone] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  await shop.sql`delete from products where id = ${gone.id}`;
  const { user } = await open(searched(drill), { storage: { wishlist: '{"version":1,"ids":[' } });
  await user.click(await findHeart(drill));
  await expectToast(/^Ajouté à votre liste/);
  expect(JSON.parse(localStorage.getItem("wishlist") ?? "")).toEqual({ version: 1, ids: [drill.id] });

  const ids = ["nonsense", gone.id, 7, drill.id, drill.id, null];
  await open("/wishlist", { storage: { wishlist: JSON.stringify({ version: 1, ids }) } });
  await expectCards(drill.name);
  await screen.findByText("1 produit");
  expect(storedIds()).toEqual([drill.id]);
});

test("presses that follow each other quickly end as the last one wants it, with one message", async ({
  open,
  shop,
  customer,
}) => {
  const [drill, known] = [await createProduct(shop.sql), await customer()];
  const { user } = await open(searched(drill), { as: known });
  await findAccountButton(known);
  const heart = await findHeart(drill);
  const release = shop.network.hold(/rpc\/add_to_wishlist|wishlist_items/);
  for (let press = 0; press < 5; press += 1) await user.click(heart);
  await expectHeart(drill, true);
  release();
  await waitFor(() => {
    const sent = shop.network.asked(/rpc\/add_to_wishlist|wishlist_items\?product_id/);
    expect(sent.map(({ method }) => method)).toEqual(["POST", "DELETE", "POST", "DELETE", "POST"]);
  });
  await expectToast(/^Ajouté à votre liste/);
  await waitFor(async () => expect(await wishesOf(shop.sql, known)).toEqual([drill.id]));
  await expectHeart(drill, true);
});

test("a merge whose answer is lost stores the hearts here and is made up for", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const known = await customer();
  const [drill, pipe] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  const mend = shop.network.answer(/rpc\/add_to_wishlist/, async (_request, forward) => {
    await forward();
    throw new TypeError("Failed to fetch");
  });
  await open(searched(drill), { as: known, storage: asWishlist(drill, pipe) });
  await expectHeart(drill, true);
  const failure = /wishlist: the visitor's list could not be merged/;
  await expectLogged(errors, failure);
  expect(storedIds()).toEqual([drill.id, pipe.id]);

  mend();
  await open(searched(drill));
  await waitFor(() => expect(storedIds()).toBeNull());
  await expectHeart(drill, true);
  expect((await wishesOf(shop.sql, known)).toSorted()).toEqual([drill.id, pipe.id].toSorted());
  // As often as the list was opened meanwhile.
  forgive(errors, failure);
});

test("hearts of an account that cannot be read leave the page alone", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const [drill, known] = [await createProduct(shop.sql), await customer()];
  await shop.sql`insert into wishlist_items (user_id, product_id) values (${known.id}, ${drill.id})`;
  const mend = shop.network.fail(/\/rest\/v1\/wishlist_items/);
  await open(searched(drill), { as: known });
  await expectLogged(errors, /wishlist: the list could not be read/);
  await expectHeart(drill, false);
  expect(toasts()).toHaveLength(0);
  mend();
  await open(searched(drill));
  await expectHeart(drill, true);
});

test("a storage that is shut refuses the heart in words", async ({ open, shop, errors }) => {
  const drill = await createProduct(shop.sql);
  const { user } = await open(searched(drill));
  const heart = await findHeart(drill);
  const shut = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => shut.mockRestore());
  await user.click(heart);
  await expectErrorToast("Impossible de modifier votre liste de souhaits");
  await expectHeart(drill, false);
  await expectLogged(errors, /wishlist: not changed/);
});
