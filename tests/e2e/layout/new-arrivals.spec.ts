/** The home page's strip of new arrivals, which moves by itself: two products at a time on a phone, five on a desktop. */

import { ADVANCE_MS, from, movements, openWithStoppedClock, shown } from "../support/new-arrivals.ts";
import { expect, test } from "../support/storefront.ts";

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
