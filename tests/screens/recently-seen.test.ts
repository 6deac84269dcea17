/** «Vus récemment»: under a product, under an empty cart and on the home page, as far as there is anything. */
import { beforeEach, vi } from "vitest";
import { createProduct, type StoredProduct } from "../support/products.ts";
import { expect, expectLogged, screen, test, toasts, waitFor, within } from "./support/screen.ts";

/** What waits to come near the screen; without a layout only the test knows when it does. */
let waiting: Set<() => void>;
beforeEach(() => {
  waiting = new Set();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly #come: () => void;
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.#come = () => report([{ isIntersecting: true }]);
      }
      observe(): void {
        waiting.add(this.#come);
      }
      disconnect(): void {
        waiting.delete(this.#come);
      }
    },
  );
});

/** To the end of the page, once it is there. */
async function goDown(): Promise<void> {
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(waiting.size).toBeGreaterThan(0));
  for (const come of [...waiting]) come();
}

const strip = () => screen.queryByRole("region", { name: "Vus récemment" });

async function expectShown(...goods: StoredProduct[]): Promise<void> {
  const region = within(await screen.findByRole("region", { name: "Vus récemment" }));
  const names = region.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(names).toEqual(goods.map(({ name }) => name));
}

const asSeen = (...goods: StoredProduct[]) => ({ seen: goods.map(({ id }) => id).join("") });
/** The request of the strip. */
const BY_IDS = /\/rest\/v1\/products\?.*id=in/;

test("products are noted as they are looked at, and shown once their place comes near", async ({
  open,
  shop,
}) => {
  const [drill, nail] = [await createProduct(shop.sql), await createProduct(shop.sql, { stock: 0 })];
  await open(`/product/${drill.slug}`);
  await screen.findByRole("heading", { level: 1, name: drill.name });
  await open(`/product/${nail.slug}`);
  await screen.findByRole("heading", { level: 1, name: nail.name });
  expect(shop.network.asked(BY_IDS)).toEqual([]);
  await goDown();
  await expectShown(drill);
  for (const path of ["/cart", "/"]) {
    await open(path);
    await goDown();
    await expectShown(nail, drill);
  }
});

test("the last twelve are shown, gone products and nonsense are not", async ({ open, shop }) => {
  const seen: StoredProduct[] = [];
  for (let index = 0; index < 14; index++) seen.push(await createProduct(shop.sql));
  await open("/cart", { storage: asSeen(...seen) });
  await goDown();
  await expectShown(...seen.slice(0, 12));
  await shop.sql`delete from products where id = ${seen[0]?.id ?? ""}`;
  const nonsense = { seen: `x${asSeen(...seen.slice(0, 3)).seen}<script>${seen[1]?.id}` };
  await open("/cart", { storage: nonsense });
  await goDown();
  await expectShown(...seen.slice(1, 3));
});

test("it can be cleared, by keyboard too", async ({ open, shop }) => {
  const { user } = await open("/cart", {
    storage: asSeen(await createProduct(shop.sql), await createProduct(shop.sql)),
  });
  await goDown();
  const clear = await screen.findByRole("button", { name: "Effacer" });
  clear.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(strip()).toBeNull());
  expect(screen.getByRole("main")).toHaveFocus();
  await waitFor(() => expect(toasts()[0]).toHaveTextContent("Produits vus récemment effacés"));
  expect(localStorage.getItem("seen")).toBeNull();
});

test("a shop that does not answer leaves the page as it is", async ({ open, shop, errors }) => {
  const drill = await createProduct(shop.sql);
  shop.network.fail(BY_IDS);
  await open("/cart", { storage: asSeen(drill) });
  await goDown();
  await expectLogged(errors, /catalog: what was seen before could not be read/);
  expect(strip()).toBeNull();
  expect(screen.getByRole("heading", { level: 1 })).toBeInTheDocument();
});
