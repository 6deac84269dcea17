/** Recently viewed products: under a product, under an empty cart and on the home page, if there are any. */
import { beforeEach, vi } from "vitest";
import { createProduct, type StoredProduct } from "#tests/support/products.ts";
import { expect, expectLoggedError, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";
import { getToasts } from "#tests/support/screens/toasts.ts";

/**
 * The pending intersection callbacks; without a layout the test decides when an element is near the viewport.
 */
let pendingIntersections: Set<() => void>;
beforeEach(() => {
  pendingIntersections = new Set();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly #intersect: () => void;
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.#intersect = () => report([{ isIntersecting: true }]);
      }
      observe(): void {
        pendingIntersections.add(this.#intersect);
      }
      disconnect(): void {
        pendingIntersections.delete(this.#intersect);
      }
    },
  );
});

/** Triggers the intersections as scrolling to the end of the page does, once it is loaded. */
async function triggerIntersections(): Promise<void> {
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(pendingIntersections.size).toBeGreaterThan(0));
  for (const intersect of [...pendingIntersections]) intersect();
}

const queryCarousel = () => screen.queryByRole("region", { name: "Vus récemment" });

async function expectShown(...products: StoredProduct[]): Promise<void> {
  const region = within(await screen.findByRole("region", { name: "Vus récemment" }));
  const names = region.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(names).toEqual(products.map(({ name }) => name));
}

const toRecentlyViewedEntry = (...products: StoredProduct[]) => ({
  seen: products.map(({ id }) => id).join(""),
});
/** The request of the carousel. */
const PRODUCTS_BY_ID_URL = /\/rest\/v1\/products\?.*id=in/;

test("viewed products are recorded, and shown once their place is near the viewport", async ({
  open,
  shop,
}) => {
  const [drill, nail] = [await createProduct(shop.sql), await createProduct(shop.sql, { stock: 0 })];
  await open(`/product/${drill.slug}`);
  await screen.findByRole("heading", { level: 1, name: drill.name });
  await open(`/product/${nail.slug}`);
  await screen.findByRole("heading", { level: 1, name: nail.name });
  expect(shop.network.listRequests(PRODUCTS_BY_ID_URL)).toEqual([]);
  await triggerIntersections();
  await expectShown(drill);
  for (const path of ["/cart", "/"]) {
    await open(path);
    await triggerIntersections();
    await expectShown(nail, drill);
  }
});

test("the last twelve are shown, without deleted products and invalid ids", async ({ open, shop }) => {
  const seen: StoredProduct[] = [];
  for (let index = 0; index < 14; index++) seen.push(await createProduct(shop.sql));
  await open("/cart", { storage: toRecentlyViewedEntry(...seen) });
  await triggerIntersections();
  await expectShown(...seen.slice(0, 12));
  await shop.sql`delete from products where id = ${seen[0]?.id ?? ""}`;
  const nonsense = { seen: `x${toRecentlyViewedEntry(...seen.slice(0, 3)).seen}<script>${seen[1]?.id}` };
  await open("/cart", { storage: nonsense });
  await triggerIntersections();
  await expectShown(...seen.slice(1, 3));
});

test("the list can be cleared, by keyboard too", async ({ open, shop }) => {
  const { user } = await open("/cart", {
    storage: toRecentlyViewedEntry(await createProduct(shop.sql), await createProduct(shop.sql)),
  });
  await triggerIntersections();
  const clear = await screen.findByRole("button", { name: "Effacer" });
  clear.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(queryCarousel()).toBeNull());
  expect(screen.getByRole("main")).toHaveFocus();
  await waitFor(() => expect(getToasts()[0]).toHaveTextContent("Produits vus récemment effacés"));
  expect(localStorage.getItem("seen")).toBeNull();
});

test("a shop that does not respond leaves the page as it is", async ({ open, shop, errors }) => {
  const drill = await createProduct(shop.sql);
  shop.network.fail(PRODUCTS_BY_ID_URL);
  await open("/cart", { storage: toRecentlyViewedEntry(drill) });
  await triggerIntersections();
  await expectLoggedError(errors, /catalog: the recently viewed products could not be loaded/);
  expect(queryCarousel()).toBeNull();
  expect(screen.getByRole("heading", { level: 1 })).toBeInTheDocument();
});
