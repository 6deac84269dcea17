/** The new-arrivals carousel of the home page under a paused clock. */
import type { Locator, Page } from "@playwright/test";

export const ADVANCE_MS = 4000;

function getNewArrivals(page: Page) {
  const section = page.getByRole("region", { name: "Nouveautés" });
  return { section, carousel: section.getByRole("list"), items: section.getByRole("listitem") };
}

/** The indexes of the items that are fully visible in the carousel. */
export function listVisibleItems(carousel: Locator): Promise<number[]> {
  return carousel.evaluate((list) => {
    const frame = list.getBoundingClientRect();
    return [...list.children].flatMap((item, index) => {
      const { left, right } = item.getBoundingClientRect();
      return left >= frame.left - 1 && right <= frame.right + 1 ? [index] : [];
    });
  });
}

export const createRange = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);

/** Counts the calls of scrollTo: a smooth scroll itself only shows some frames later. Runs in the page. */
function recordScrolls() {
  const scrollTo = Element.prototype.scrollTo;
  Element.prototype.scrollTo = function (this: Element, ...args: unknown[]) {
    document.body.dataset.scrolls = String(Number(document.body.dataset.scrolls ?? 0) + 1);
    Reflect.apply(scrollTo, this, args);
  };
}

export async function countScrolls(page: Page): Promise<number> {
  return Number(await page.locator("body").getAttribute("data-scrolls"));
}

/** Opens the home page with the carousel in view, the pointer on it, and a paused clock. */
export async function openWithPausedClock(page: Page) {
  await page.clock.install();
  await page.addInitScript(recordScrolls);
  await page.goto("/");
  const arrivals = getNewArrivals(page);
  await arrivals.carousel.scrollIntoViewIfNeeded();
  await arrivals.carousel.hover();
  await page.clock.pauseAt(Date.now() + 60_000);
  return arrivals;
}
