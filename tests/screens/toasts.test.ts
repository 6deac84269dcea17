/**
 * The toasts: five at most, the newest first, five seconds each, with their close button and their pauses.
 */
import { vi } from "vitest";
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { createProduct, type StoredProduct } from "#tests/support/products.ts";
import { getTexts } from "#tests/support/screens/checkout.ts";
import { expect, type Fixtures, type Shop, screen, test } from "#tests/support/screens/screen.ts";
import { getToastRegion, getToasts } from "#tests/support/screens/toasts.ts";

const nextTask = globalThis.setTimeout;

/** Opens the cart with this many products and a stopped clock, which is also the clock of the backend. */
async function openWithPausedClock(open: Fixtures["open"], shop: Shop, count: number) {
  const products: StoredProduct[] = [];
  for (let digit = 1; digit <= count; digit += 1)
    products.push(await createProduct(shop.sql, { name: `Article-${digit}` }));
  const { user } = await open("/cart", { storage: toCartEntry(...products.map((line) => toCartLine(line))) });
  await screen.findByLabelText(`Quantité de Article-${count}`);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const remove = async (digit: number) => {
    await user.click(screen.getByRole("button", { name: `Retirer Article-${digit} du panier` }));
    await expect.poll(() => getTexts(getToasts())[0]).toContain(`Article-${digit}`);
  };
  /** Advances the clock, and lets React render the result. */
  const advanceClock = async (ms: number) => {
    // A pending request would exceed its time limits.
    await shop.network.settle();
    await vi.advanceTimersByTimeAsync(ms);
    for (let task = 0; task < 3; task += 1) await new Promise((resolve) => nextTask(resolve, 0));
  };
  return { user, remove, advanceClock };
}

test.afterEach(() => {
  vi.useRealTimers();
});

test("the newest five are shown, newest first, each for five seconds", async ({ open, shop }) => {
  const { remove, advanceClock } = await openWithPausedClock(open, shop, 6);
  await remove(1);
  await advanceClock(2000);
  for (const digit of [2, 3, 4, 5, 6]) await remove(digit);
  expect(getTexts(getToastRegion().getAllByText(/Article-/))).toEqual(
    [6, 5, 4, 3, 2].map((digit) => `Article-${digit}`),
  );
  await advanceClock(4900);
  expect(getToasts()).toHaveLength(5);
  await advanceClock(200);
  expect(getToasts()).toHaveLength(0);
});

test("an older toast disappears before a newer one", async ({ open, shop }) => {
  const { remove, advanceClock } = await openWithPausedClock(open, shop, 2);
  await remove(1);
  await advanceClock(3000);
  await remove(2);
  expect(getToasts()).toHaveLength(2);
  await advanceClock(2100);
  expect(getToasts()).toHaveLength(1);
  expect(getTexts(getToasts())[0]).toContain("Article-2");
  await advanceClock(3000);
  expect(getToasts()).toHaveLength(0);
});

test("a toast pauses under the pointer, and then has the rest of its time", async ({ open, shop }) => {
  const { user, remove, advanceClock } = await openWithPausedClock(open, shop, 1);
  await remove(1);
  await advanceClock(4000);
  await user.hover(getToastRegion().getByText("Produit retiré"));
  await advanceClock(20_000);
  expect(getToasts()).toHaveLength(1);
  await user.hover(screen.getByRole("heading", { level: 1 }));
  await advanceClock(900);
  expect(getToasts()).toHaveLength(1);
  await advanceClock(200);
  expect(getToasts()).toHaveLength(0);
});

test("a focused toast pauses, is closed by keyboard, and leaves the others their time", async ({
  open,
  shop,
}) => {
  const { user, remove, advanceClock } = await openWithPausedClock(open, shop, 2);
  await remove(1);
  await remove(2);
  const [newest] = getToastRegion().getAllByRole("button", { name: "Fermer la notification" });
  newest?.focus();
  await advanceClock(20_000);
  expect(getToasts()).toHaveLength(2);
  await user.keyboard("{Enter}");
  expect(getToasts()).toHaveLength(1);
  expect(getTexts(getToasts())[0]).toContain("Article-1");
  expect(screen.getByRole("heading", { level: 1 }), "the focus is back where it was").toHaveFocus();
  await advanceClock(5100);
  expect(getToasts()).toHaveLength(0);
});
