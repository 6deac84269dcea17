/** The wishlist: pagination, the keyboard, malformed storage, the merge into an account, and failures. */
import { onTestFinished, vi } from "vitest";
import { toWishlistEntry } from "#tests/support/browser-storage.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { findAccountButton } from "#tests/support/screens/session.ts";
import { expectOnlyErrorToast, expectOnlyToast, getToasts } from "#tests/support/screens/toasts.ts";
import {
  expectCards,
  expectWishlistButton,
  findWishlistButton,
  listWishlist,
  readStoredWishlist,
  toSearchPath,
} from "#tests/support/screens/wishlist.ts";

const WISHLIST_URL = /\/rest\/v1\/wishlist_items\?.*products/;

test("a long list is paged, newest first, and a removed product skips no other", async ({
  open,
  shop,
  customer,
}) => {
  const account = await customer();
  await shop.sql`
    insert into wishlist_items (user_id, product_id, created_at)
    select ${account.id}, id, now() - (row_number() over (order by name)) * interval '1 hour'
    from products order by name limit 30`;
  const wished = await shop.sql<{ name: string }[]>`
    select p.name from wishlist_items w join products p on p.id = w.product_id
    where w.user_id = ${account.id} order by w.created_at desc`;
  const names = wished.map(({ name }) => name);
  const { user } = await open("/wishlist", { as: account });
  await expectCards(...names.slice(0, 24));
  await screen.findByText("30 produits");
  const limits = shop.network
    .listRequests(WISHLIST_URL)
    .map(({ url }) => new URL(url).searchParams.get("limit"));
  expect(new Set(limits)).toEqual(new Set(["24"]));

  await user.click(await findWishlistButton({ name: names[0] ?? "no name" }));
  await screen.findByText("29 produits");
  await expectOnlyToast(/^Retiré de votre liste/);
  const release = shop.network.hold(WISHLIST_URL);
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

test("wishlist buttons work by keyboard, and the focus moves to the count when a product leaves the list", async ({
  open,
  shop,
}) => {
  const [drill, pipe] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  const first = await open(toSearchPath(drill), { storage: toWishlistEntry(drill, pipe) });
  await expectWishlistButton(drill, true);
  screen.getByRole("button", { name: `Ajouter au panier : ${drill.name}` }).focus();
  await first.user.tab();
  expect(await findWishlistButton(drill)).toHaveFocus();
  await first.user.keyboard(" ");
  await expectWishlistButton(drill, false);
  await expectOnlyToast(/^Retiré de votre liste/);
  await first.user.keyboard("{Enter}");
  await expectWishlistButton(drill, true);
  expect(await findWishlistButton(drill)).toHaveFocus();
  await expectOnlyToast(/^Ajouté à votre liste/);

  const { user } = await open("/wishlist");
  await expectCards(drill.name, pipe.name);
  (await findWishlistButton(pipe)).focus();
  await user.keyboard("{Enter}");
  await expectCards(drill.name);
  await waitFor(() => expect(screen.getByText("1 produit")).toHaveFocus());
});

test("the list announces that it is loading and that it failed, and can be retried", async ({
  open,
  shop,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const release = shop.network.hold(/\/rest\/v1\/products\?/);
  await open("/wishlist", { storage: toWishlistEntry(drill) });
  await screen.findByText("Chargement de votre liste de souhaits...");
  release();
  await expectCards(drill.name);

  const restore = shop.network.fail(/\/rest\/v1\/products\?/);
  const { user } = await open("/wishlist");
  const main = within(await screen.findByRole("main"));
  const alert = await main.findByRole("alert");
  expect(alert).toHaveTextContent("Impossible de charger votre liste de souhaits.");
  restore();
  await user.click(within(alert).getByRole("button", { name: "Réessayer" }));
  await expectCards(drill.name);
  expect(main.queryByRole("alert")).toBeNull();
  await expectLoggedError(errors, /wishlist: the products could not be read/);
});

test("a rejected change is rolled back and reported", async ({ open, shop, customer, errors }) => {
  const [drill, account] = [await createProduct(shop.sql), await customer()];
  const { user } = await open(toSearchPath(drill), { as: account });
  await findAccountButton(account);
  const release = shop.network.hold(/\/rpc\/add_to_wishlist/);
  await user.click(await findWishlistButton(drill));
  await expectWishlistButton(drill, true);
  await shop.sql`delete from products where id = ${drill.id}`;
  release();
  await expectWishlistButton(drill, false);
  await expectOnlyErrorToast("Impossible de modifier votre liste de souhaits");
  await expectLoggedError(errors, /wishlist: not changed/);
});

test("a product that is added when the session has ended is in the visitor's list", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const account = await customer();
  const product = await createProduct(shop.sql);
  const { user } = await open(toSearchPath(product), { as: account });
  await findAccountButton(account);
  // The page reads the list before it sends the change, and would notice the end of the session by that.
  const ADD_URL = /rpc\/add_to_wishlist/;
  const release = shop.network.hold(ADD_URL);
  await user.click(await findWishlistButton(product));
  await waitFor(() => expect(shop.network.listRequests(ADD_URL)).toHaveLength(1));
  await shop.sql`delete from auth.sessions where user_id = ${account.id}`;
  release();
  await expectOnlyToast(/^Ajouté à votre liste/);
  expect(readStoredWishlist()).toEqual([product.id]);
  await expectLoggedError(errors, /wishlist: not changed/);
});

test("a malformed list is an empty one that can be filled, and valid ids among malformed ones stay", async ({
  open,
  shop,
}) => {
  const [drill, gone] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  await shop.sql`delete from products where id = ${gone.id}`;
  const { user } = await open(toSearchPath(drill), { storage: { wishlist: '{"version":1,"ids":[' } });
  await user.click(await findWishlistButton(drill));
  await expectOnlyToast(/^Ajouté à votre liste/);
  expect(JSON.parse(localStorage.getItem("wishlist") ?? "")).toEqual({ version: 1, ids: [drill.id] });

  const ids = ["nonsense", gone.id, 7, drill.id, drill.id, null];
  await open("/wishlist", { storage: { wishlist: JSON.stringify({ version: 1, ids }) } });
  await expectCards(drill.name);
  await screen.findByText("1 produit");
  expect(readStoredWishlist()).toEqual([drill.id]);
});

test("fast repeated clicks end in the last state, with one toast", async ({ open, shop, customer }) => {
  const [drill, account] = [await createProduct(shop.sql), await customer()];
  const { user } = await open(toSearchPath(drill), { as: account });
  await findAccountButton(account);
  const wishlistButton = await findWishlistButton(drill);
  const release = shop.network.hold(/rpc\/add_to_wishlist|wishlist_items/);
  for (let press = 0; press < 5; press += 1) await user.click(wishlistButton);
  await expectWishlistButton(drill, true);
  release();
  await waitFor(() => {
    const sent = shop.network.listRequests(/rpc\/add_to_wishlist|wishlist_items\?product_id/);
    expect(sent.map(({ method }) => method)).toEqual(["POST", "DELETE", "POST", "DELETE", "POST"]);
  });
  await expectOnlyToast(/^Ajouté à votre liste/);
  await waitFor(async () => expect(await listWishlist(shop.sql, account)).toEqual([drill.id]));
  await expectWishlistButton(drill, true);
});

test("a merge whose response is lost leaves the visitor's list in the browser and is retried", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const account = await customer();
  const [drill, pipe] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  const restore = shop.network.respond(/rpc\/add_to_wishlist/, async (_request, forward) => {
    await forward();
    throw new TypeError("Failed to fetch");
  });
  await open(toSearchPath(drill), { as: account, storage: toWishlistEntry(drill, pipe) });
  await expectWishlistButton(drill, true);
  const failure = /wishlist: the visitor's list could not be merged/;
  await expectLoggedError(errors, failure);
  expect(readStoredWishlist()).toEqual([drill.id, pipe.id]);

  restore();
  await open(toSearchPath(drill));
  await waitFor(() => expect(readStoredWishlist()).toBeNull());
  await expectWishlistButton(drill, true);
  expect((await listWishlist(shop.sql, account)).toSorted()).toEqual([drill.id, pipe.id].toSorted());
  // As often as the list was opened meanwhile.
  allowErrors(errors, failure);
});

test("a failed read of an account's wishlist leaves the page alone", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const [drill, account] = [await createProduct(shop.sql), await customer()];
  await shop.sql`insert into wishlist_items (user_id, product_id) values (${account.id}, ${drill.id})`;
  const restore = shop.network.fail(/\/rest\/v1\/wishlist_items/);
  await open(toSearchPath(drill), { as: account });
  await expectLoggedError(errors, /wishlist: the list could not be read/);
  await expectWishlistButton(drill, false);
  expect(getToasts()).toHaveLength(0);
  restore();
  await open(toSearchPath(drill));
  await expectWishlistButton(drill, true);
});

test("an unavailable local storage rejects the change with a message", async ({ open, shop, errors }) => {
  const drill = await createProduct(shop.sql);
  const { user } = await open(toSearchPath(drill));
  const wishlistButton = await findWishlistButton(drill);
  const shut = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => shut.mockRestore());
  await user.click(wishlistButton);
  await expectOnlyErrorToast("Impossible de modifier votre liste de souhaits");
  await expectWishlistButton(drill, false);
  await expectLoggedError(errors, /wishlist: not changed/);
});
