/** The home page's strip of new arrivals under a clock that only moves when it is told to. */
import type { Locator, Page } from "@playwright/test";

export const ADVANCE_MS = 4000;

function arrivalsOf(page: Page) {
  const section = page.getByRole("region", { name: "Nouveautés" });
  return { section, strip: section.getByRole("list"), items: section.getByRole("listitem") };
}

/** The numbers of the items that stand within the strip as a whole, from 0. */
export function shown(strip: Locator): Promise<number[]> {
  return strip.evaluate((list) => {
    const frame = list.getBoundingClientRect();
    return [...list.children].flatMap((item, index) => {
      const { left, right } = item.getBoundingClientRect();
      return left >= frame.left - 1 && right <= frame.right + 1 ? [index] : [];
    });
  });
}

export const from = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);

/** Notes every movement when it is asked for: a smooth one is not to be seen until some frames later. */
function noteMovements() {
  const scrollTo = Element.prototype.scrollTo;
  Element.prototype.scrollTo = function (this: Element, ...args: unknown[]) {
    document.body.dataset.movements = String(Number(document.body.dataset.movements ?? 0) + 1);
    Reflect.apply(scrollTo, this, args);
  };
}

export async function movements(page: Page): Promise<number> {
  return Number(await page.locator("body").getAttribute("data-movements"));
}

/** The page with its strip in sight and the pointer on it, and a clock that only moves when it is told to. */
export async function openWithStoppedClock(page: Page) {
  await page.clock.install();
  await page.addInitScript(noteMovements);
  await page.goto("/");
  const arrivals = arrivalsOf(page);
  await arrivals.strip.scrollIntoViewIfNeeded();
  await arrivals.strip.hover();
  await page.clock.pauseAt(Date.now() + 60_000);
  return arrivals;
}
