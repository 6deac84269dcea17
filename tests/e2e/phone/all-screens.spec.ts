/**
 * Checks of the screens of the shop, of all in the long form: on a phone, touch targets are at least 44 px wide and
 * high, except links in running text; axe finds nothing.
 */
import type { Page } from "@playwright/test";
import { listAxeViolations } from "#tests/support/e2e/axe.ts";
import { DEVICES } from "#tests/support/e2e/devices.ts";
import { test } from "#tests/support/e2e/fixtures.ts";
import { checkScreens, SCREEN_GROUPS } from "#tests/support/e2e/screen-groups.ts";

/** Controls whose touch target is too small, with its size in px. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /**
     * What a tap on the control may hit: the control itself, the area of its stretched ::after, or its label.
     */
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

for (const group of SCREEN_GROUPS) {
  test(`touch targets and axe: ${group.name}`, async ({ browser, shop }) => {
    await checkScreens(group, { browser, shop }, DEVICES.phone, async (page) => [
      ...(await smallTargets(page)),
      ...(await listAxeViolations(page)),
    ]);
  });
}
