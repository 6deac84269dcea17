/** The home page's strip of new arrivals, which moves by itself, at both widths. */
import type { Locator, Page } from "@playwright/test";
import { expect, settled, test } from "../support/storefront.ts";

const ADVANCE_MS = 4000;

function arrivalsOf(page: Page) {
  const section = page.getByRole("region", { name: "Nouveautés" });
  return { section, strip: section.getByRole("list"), items: section.getByRole("listitem") };
}

/** The numbers of the items that stand within the strip as a whole, from 0. */
function shown(strip: Locator): Promise<number[]> {
  return strip.evaluate((list) => {
    const frame = list.getBoundingClientRect();
    return [...list.children].flatMap((item, index) => {
      const { left, right } = item.getBoundingClientRect();
      return left >= frame.left - 1 && right <= frame.right + 1 ? [index] : [];
    });
  });
}

const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

/** Notes every movement when it is asked for: a smooth one is not to be seen until some frames later. */
function noteMovements() {
  const scrollTo = Element.prototype.scrollTo;
  Element.prototype.scrollTo = function (this: Element, ...args: unknown[]) {
    document.body.dataset.movements = String(Number(document.body.dataset.movements ?? 0) + 1);
    Reflect.apply(scrollTo, this, args);
  };
}

async function movements(page: Page): Promise<number> {
  return Number(await page.locator("body").getAttribute("data-movements"));
}

/** The page with its strip in sight and the pointer on it, and a clock that only moves when it is told to. */
async function openWithStoppedClock(page: Page) {
  await page.clock.install();
  await page.addInitScript(noteMovements);
  await page.goto("/");
  await settled(page);
  const arrivals = arrivalsOf(page);
  await arrivals.strip.scrollIntoViewIfNeeded();
  await arrivals.strip.hover();
  await page.clock.pauseAt(Date.now() + 60_000);
  return arrivals;
}

test("it advances every four seconds, round and round, but not while it is pointed at", async ({
  page,
  isMobile,
}) => {
  const perView = isMobile ? 2 : 5;
  const { strip, items } = await openWithStoppedClock(page);
  await expect(items).toHaveCount(8);
  const before = await movements(page);
  await page.clock.runFor(3 * ADVANCE_MS);
  expect(await movements(page)).toBe(before);
  expect(await shown(strip)).toEqual(from(0, perView));

  await page.mouse.move(5, 5);
  await page.clock.runFor(ADVANCE_MS - 1);
  expect(await movements(page)).toBe(before);
  await page.clock.runFor(1);
  await expect.poll(() => shown(strip)).toEqual(from(1, perView));
  for (let first = 2; first <= 8 - perView; first++) {
    await page.clock.runFor(ADVANCE_MS);
    await expect.poll(() => shown(strip)).toEqual(from(first, perView));
  }
  await page.clock.runFor(ADVANCE_MS);
  await expect.poll(() => shown(strip)).toEqual(from(0, perView));
});

test("its arrows go round both ends, and its button and the keyboard's focus stop it", async ({
  page,
  isMobile,
}) => {
  const perView = isMobile ? 2 : 5;
  const { section, strip } = await openWithStoppedClock(page);
  await section.getByRole("button", { name: "Produits précédents" }).click();
  await expect.poll(() => shown(strip)).toEqual(from(8 - perView, perView));
  await section.getByRole("button", { name: "Produits suivants" }).click();
  await expect.poll(() => shown(strip)).toEqual(from(0, perView));

  await section.getByRole("button", { name: "Arrêter le défilement" }).click();
  await page.mouse.move(5, 5);
  const stopped = await movements(page);
  await page.clock.runFor(2 * ADVANCE_MS);
  expect(await movements(page)).toBe(stopped);
  await section.getByRole("button", { name: "Relancer le défilement" }).click();
  await page.mouse.move(5, 5);
  await page.clock.runFor(ADVANCE_MS);
  await expect.poll(() => shown(strip)).toEqual(from(1, perView));

  await page.keyboard.press("Tab");
  await expect(section.getByRole("button", { name: "Produits précédents" })).toBeFocused();
  const focused = await movements(page);
  await page.clock.runFor(2 * ADVANCE_MS);
  expect(await movements(page)).toBe(focused);
});

test.describe("for a visitor who asked for less motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("it stays where it is", async ({ page, isMobile }) => {
    const { strip } = await openWithStoppedClock(page);
    await page.mouse.move(5, 5);
    await page.clock.runFor(3 * ADVANCE_MS);
    expect(await movements(page)).toBe(0);
    expect(await shown(strip)).toEqual(from(0, isMobile ? 2 : 5));
    await expect(page.getByRole("button", { name: "Arrêter le défilement" })).toBeHidden();
  });
});
