/** The shop as somebody without a mouse goes through it: only keys, and the focus in sight all the way. */
import { expect, type Locator, type Page } from "@playwright/test";

/** More stops than any screen has. */
const MAX_STOPS = 200;

/** What is wrong with where the focus is, null when nothing is. */
function faultOfFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "the focus is nowhere";
    const box = focused.getBoundingClientRect();
    const name = `<${focused.localName}> ${focused.getAttribute("aria-label") ?? focused.textContent?.slice(0, 60)}`;
    const isDrawn =
      getComputedStyle(focused).outlineStyle !== "none" ||
      // A slider draws it around its thumb; what only a script can focus is a place, not a control.
      focused.matches("[type=range], [tabindex='-1']");
    if (!isDrawn) return `no sign of the focus on ${name}`;
    const isInView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    if (!isInView) return `the focus is out of sight on ${name}`;
    if (focused.matches("[tabindex='-1']")) return null;
    const [line = box] = focused.getClientRects();
    const top = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
    const floats = top?.closest(".buy-bar, .floating, .toasts");
    return floats && !floats.contains(focused) ? `${name} lies under ${floats.className}` : null;
  });
}

/** Asserts that the focus is somewhere, drawn and in sight; waits for what brings it there. */
export async function expectFocusInSight(page: Page): Promise<void> {
  await expect.poll(() => faultOfFocus(page), page.url()).toBeNull();
}

/** Moves the focus to the target by the Tab key and looks at every stop on the way. */
export async function reach(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    await expectFocusInSight(page);
  }
  throw new Error(`${key} does not lead to ${target}.`);
}

/** Presses a key where the focus is; the focus is somewhere in sight afterwards, too. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await expectFocusInSight(page);
}

/** Goes to the target and presses Enter there. */
export async function enter(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await reach(page, target, key);
  await press(page, "Enter");
}

/** Goes to a field and writes into it in place of what stands there. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

/** Arrived on another page: the keyboard begins at its content. */
export async function expectArrived(page: Page, url: string | RegExp): Promise<void> {
  await expect(page).toHaveURL(url);
  await expect(page.getByRole("main")).toBeFocused();
}
