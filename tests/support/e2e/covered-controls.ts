/** Which controls and texts of the page lie under an element that floats over it. */
import type { Locator } from "@playwright/test";

/** The names of the controls whose boxes meet the element's own; empty when it covers none. */
export function listCoveredControls(floating: Locator): Promise<string[]> {
  return floating.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [...document.querySelectorAll("a, button, input, select, textarea, summary")].flatMap(
      (control) => {
        if (element.contains(control) || control.contains(element)) return [];
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        const meets = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        return meets && width > 1 ? [control.getAttribute("aria-label") ?? control.textContent] : [];
      },
    );
  });
}

/** The visible texts of which a line meets the element's own box; empty when it covers none. */
export function listCoveredTexts(floating: Locator): Promise<string[]> {
  return floating.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const range = document.createRange();
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    while (nodes.nextNode()) {
      const text = nodes.currentNode;
      const isVisible = text.parentElement?.checkVisibility({ visibilityProperty: true });
      if (!isVisible || !text.textContent?.trim() || element.contains(text)) continue;
      if (text.parentElement?.closest(".sr-only")) continue;
      range.selectNodeContents(text);
      const meets = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      );
      if (meets) covered.push(text.textContent);
    }
    return covered;
  });
}
