/** Helpers for keyboard-only tests, which check that the focus is visible at every step. */
import { expect, type Locator, type Page } from "@playwright/test";

/** More focusable elements than any screen has. */
const MAX_STOPS = 200;

/** What is wrong with the current focus; null when nothing is. */
function getFocusIssue(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "the focus is nowhere";
    const box = focused.getBoundingClientRect();
    const name = `<${focused.localName}> ${focused.getAttribute("aria-label") ?? focused.textContent?.slice(0, 60)}`;
    const isDrawn =
      getComputedStyle(focused).outlineStyle !== "none" ||
      // A slider draws the outline around its thumb. An element that only scripts can focus is no control.
      focused.matches("[type=range], [tabindex='-1']");
    if (!isDrawn) return `no focus outline on ${name}`;
    const isInView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    if (!isInView) return `the focus is out of view on ${name}`;
    if (focused.matches("[tabindex='-1']")) return null;
    const [line = box] = focused.getClientRects();
    const top = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
    const floats = top?.closest(".buy-bar, .floating, .toasts");
    return floats && !floats.contains(focused) ? `${name} lies under ${floats.className}` : null;
  });
}

/** Asserts that an element has the focus, has an outline and is in view; retries until it is so. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  await expect.poll(() => getFocusIssue(page), page.url()).toBeNull();
}

/** Moves the focus to the target with the Tab key. Calls `onStop` at every focused element on the way. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: "Tab" | "Shift+Tab" = "Tab",
  onStop: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    await onStop(page);
  }
  throw new Error(`${key} does not lead to ${target}.`);
}

/** Moves the focus to the target with the Tab key and asserts a visible focus at every step. */
export function focusByTab(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  return tabTo(page, target, key, expectVisibleFocus);
}

/** Presses a key and asserts a visible focus afterwards. */
export async function pressKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await expectVisibleFocus(page);
}

/** Tabs to the target and presses Enter. */
export async function pressEnterOn(
  page: Page,
  target: Locator,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  await focusByTab(page, target, key);
  await pressKey(page, "Enter");
}

/** Tabs to a field and replaces its text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await focusByTab(page, field);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

/** Asserts a navigation: the focus is on the heading of the new page. */
export async function expectNavigated(page: Page, url: string | RegExp): Promise<void> {
  await expect(page).toHaveURL(url);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeFocused();
}
