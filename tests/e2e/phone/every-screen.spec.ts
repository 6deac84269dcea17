/**
 * What holds on every screen of the shop: on a phone whatever is pressed is at least 44 px wide and high, links in a
 * running text apart; axe finds nothing.
 */
import type { Page } from "@playwright/test";
import { axeFindings } from "../support/axe.ts";
import { ALL_WALKS, lookAtScreens } from "../support/every-screen.ts";
import { test } from "../support/storefront.ts";

/** Controls whose place to press is too small, with its size in px. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** What a press on the control may hit: itself, what its ::after is stretched over, or its label. */
    function targetOf(control: Element): DOMRect {
      const own = control.getBoundingClientRect();
      const after = getComputedStyle(control, "::after");
      const stretched = after.content !== "none" && after.position === "absolute" && after.inset === "0px";
      const box = stretched ? control.closest(".relative")?.getBoundingClientRect() : undefined;
      const label =
        control instanceof HTMLInputElement ? control.labels?.[0]?.getBoundingClientRect() : undefined;
      return [own, box, label].reduce<DOMRect>(
        (largest, next) =>
          next && next.width * next.height > largest.width * largest.height ? next : largest,
        own,
      );
    }

    function isInText(control: Element): boolean {
      if (getComputedStyle(control).display !== "inline") return false;
      const around = control.closest("p, li, dd, td, small, label");
      return around !== null && around.textContent?.trim() !== control.textContent?.trim();
    }

    const faults: string[] = [];
    for (const control of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
      const isSeen = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const own = control.getBoundingClientRect();
      if (!isSeen || own.width <= 1 || control.matches("[type=hidden], [type=range]") || isInText(control))
        continue;
      const { width, height } = targetOf(control);
      if (width >= 43.5 && height >= 43.5) continue;
      const name = control.getAttribute("aria-label") ?? control.textContent?.trim().slice(0, 50);
      faults.push(`${Math.round(width)} × ${Math.round(height)}: <${control.localName}> ${name}`);
    }
    return [...new Set(faults)];
  });
}

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

for (const walk of ALL_WALKS) {
  test(`targets for a thumb, and no finding of axe: ${walk.name}`, async ({ browser, shop }) => {
    await lookAtScreens(walk, { browser, shop }, PHONE, async (page) => [
      ...(await smallTargets(page)),
      ...(await axeFindings(page)),
    ]);
  });
}
