/** The toasts: five at most, the newest first, five seconds each, and closed and paused as they should. */
import { vi } from "vitest";
import { asCart, cartLine } from "../support/browser-storage.ts";
import { createProduct, type StoredProduct } from "../support/products.ts";
import { expect, type Fixtures, notifications, type Shop, screen, test, toasts } from "./support/screen.ts";
import { textsOf } from "./support/shopping.ts";

const nextTask = globalThis.setTimeout;

/** The cart with these goods, and its clock stopped. */
async function openWithStoppedClock(open: Fixtures["open"], shop: Shop, count: number) {
  const goods: StoredProduct[] = [];
  for (let digit = 1; digit <= count; digit += 1)
    goods.push(await createProduct(shop.sql, { name: `Article n° ${digit}` }));
  const { user } = await open("/cart", { storage: asCart(...goods.map((line) => cartLine(line))) });
  await screen.findByLabelText(`Quantité de Article n° ${count}`);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const remove = async (digit: number) => {
    await user.click(screen.getByRole("button", { name: `Retirer Article n° ${digit} du panier` }));
    await expect.poll(() => textsOf(toasts())[0]).toContain(`Article n° ${digit}`);
  };
  return { user, remove };
}

/** Moves the clock on, and lets the page draw what came of it. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let task = 0; task < 3; task += 1) await new Promise((resolve) => nextTask(resolve, 0));
}

test.afterEach(() => {
  vi.useRealTimers();
});

test("the newest five stand, newest first, each for five seconds", async ({ open, shop }) => {
  const { remove } = await openWithStoppedClock(open, shop, 6);
  await remove(1);
  await pass(2000);
  for (const digit of [2, 3, 4, 5, 6]) await remove(digit);
  expect(textsOf(notifications().getAllByText(/Article n°/))).toEqual(
    [6, 5, 4, 3, 2].map((digit) => `Article n° ${digit}`),
  );
  await pass(4900);
  expect(toasts()).toHaveLength(5);
  await pass(200);
  expect(toasts()).toHaveLength(0);
});

test("an older toast goes before a newer one", async ({ open, shop }) => {
  const { remove } = await openWithStoppedClock(open, shop, 2);
  await remove(1);
  await pass(3000);
  await remove(2);
  expect(toasts()).toHaveLength(2);
  await pass(2100);
  expect(toasts()).toHaveLength(1);
  expect(textsOf(toasts())[0]).toContain("Article n° 2");
  await pass(3000);
  expect(toasts()).toHaveLength(0);
});

test("a toast waits while it is pointed at, and then has the rest of its time", async ({ open, shop }) => {
  const { user, remove } = await openWithStoppedClock(open, shop, 1);
  await remove(1);
  await pass(4000);
  await user.hover(notifications().getByText("Produit retiré"));
  await pass(20_000);
  expect(toasts()).toHaveLength(1);
  await user.hover(screen.getByRole("heading", { level: 1 }));
  await pass(900);
  expect(toasts()).toHaveLength(1);
  await pass(200);
  expect(toasts()).toHaveLength(0);
});

test("a toast waits while it has the focus, is closed from the keyboard, and leaves the others their time", async ({
  open,
  shop,
}) => {
  const { user, remove } = await openWithStoppedClock(open, shop, 2);
  await remove(1);
  await remove(2);
  const [newest] = notifications().getAllByRole("button", { name: "Fermer la notification" });
  newest?.focus();
  await pass(20_000);
  expect(toasts()).toHaveLength(2);
  await user.keyboard("{Enter}");
  expect(toasts()).toHaveLength(1);
  expect(textsOf(toasts())[0]).toContain("Article n° 1");
  expect(screen.getByRole("heading", { level: 1 }), "the focus is back where it was").toHaveFocus();
  await pass(5100);
  expect(toasts()).toHaveLength(0);
});
