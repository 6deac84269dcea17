/**
 * The carousel of new arrivals on the home page, which advances by itself: two products at a time on a phone,
 * five on a desktop.
 */

import { expect, test, testAtBothSizes } from "#tests/support/e2e/fixtures.ts";
import {
  ADVANCE_MS,
  countScrolls,
  createRange,
  listVisibleItems,
  openWithPausedClock,
} from "#tests/support/e2e/new-arrivals.ts";

testAtBothSizes(() => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("it advances every four seconds in a loop, and pauses under the pointer", async ({
    page,
    isMobile,
  }) => {
    const perView = isMobile ? 2 : 5;
    const { carousel, items } = await openWithPausedClock(page);
    await expect(items).toHaveCount(8);
    const before = await countScrolls(page);
    await page.clock.runFor(3 * ADVANCE_MS);
    expect(await countScrolls(page)).toBe(before);
    expect(await listVisibleItems(carousel)).toEqual(createRange(0, perView));

    await page.mouse.move(5, 5);
    await page.clock.runFor(ADVANCE_MS - 1);
    expect(await countScrolls(page)).toBe(before);
    await page.clock.runFor(1);
    await expect.poll(() => listVisibleItems(carousel)).toEqual(createRange(1, perView));
    for (let first = 2; first <= 8 - perView; first++) {
      await page.clock.runFor(ADVANCE_MS);
      await expect.poll(() => listVisibleItems(carousel)).toEqual(createRange(first, perView));
    }
    await page.clock.runFor(ADVANCE_MS);
    await expect.poll(() => listVisibleItems(carousel)).toEqual(createRange(0, perView));
  });
});
