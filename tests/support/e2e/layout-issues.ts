/**
 * Detects layout issues that hide content with large text or in a narrow window: a page that scrolls
 * sideways, texts that are cut off or overlap, and controls that another element covers. The boxes are
 * measured, without screenshots.
 */
import type { Page } from "@playwright/test";

/** One line for each issue. */
export async function listLayoutIssues(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const issues: string[] = [];
    const width = document.documentElement.clientWidth;

    function name(element: Element): string {
      const label = element.getAttribute("aria-label") ?? element.textContent ?? "";
      return `<${element.localName} class="${element.className}"> ${label.trim().slice(0, 60)}`;
    }

    /** The box of the ancestor that clips this element, and whether it scrolls; null without one. */
    function getClip(element: Element): { box: DOMRect; scrolls: boolean } | null {
      for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
        const { overflowX, position } = getComputedStyle(ancestor);
        if (overflowX !== "visible" && ancestor !== document.body) {
          return {
            box: ancestor.getBoundingClientRect(),
            scrolls: overflowX === "auto" || overflowX === "scroll",
          };
        }
        if (position === "fixed") break;
      }
      return null;
    }

    const isVisible = (element: Element) =>
      element.getBoundingClientRect().width > 1 &&
      element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
        contentVisibilityAuto: true,
      }) &&
      !element.closest(".sr-only, [aria-hidden=true], svg, [inert]");

    const isFloating = (element: Element) => {
      for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
        if (getComputedStyle(ancestor).position === "fixed") return true;
      }
      return false;
    };

    if (document.documentElement.scrollWidth > width) {
      const wide = [...document.body.querySelectorAll("*")].filter(
        (element) => element.getBoundingClientRect().right > width + 1 && !getClip(element),
      );
      issues.push(`scrolls sideways: ${wide.slice(-3).map(name).join(" | ")}`);
    }

    const lines: { owner: Element; text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const owner = node.parentElement;
      const text = node.nodeValue?.trim() ?? "";
      if (!owner || !text || !isVisible(owner)) continue;
      // A name with an ellipsis is shown in full on the page that it links to.
      if (owner.closest(".truncate, [class*=line-clamp]")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const clip = getClip(owner);
      for (const box of range.getClientRects()) {
        if (box.width < 1 || box.height < 1) continue;
        const edge = clip?.box ?? new DOMRect(0, 0, width, Number.POSITIVE_INFINITY);
        const outside = box.right > edge.right + 1 || box.left < edge.left - 1;
        if (outside && !clip?.scrolls) issues.push(`text cut: ${name(owner)}`);
        if (!outside && !isFloating(owner)) lines.push({ owner, text, box });
      }
    }

    for (const [index, first] of lines.entries()) {
      for (const second of lines.slice(index + 1)) {
        const across =
          Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
        const down = Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top);
        // The boxes of neighboring lines overlap a little.
        if (across > 2 && down > Math.min(first.box.height, second.box.height) / 3) {
          issues.push(`text over text: ${first.text.slice(0, 40)} | ${second.text.slice(0, 40)}`);
        }
      }
    }

    for (const control of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
      if (!isVisible(control) || control.matches(":disabled") || isFloating(control)) continue;
      if (getComputedStyle(control).pointerEvents === "none") continue;
      control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const [box] = control.getClientRects();
      if (!box) continue;
      const find = () => document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      let hit = find();
      // What floats finds its place when the scrolling has ended, one frame later.
      if (hit && isFloating(hit)) {
        await new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
        hit = find();
      }
      const isOwn = hit !== null && (control.contains(hit) || hit.contains(control));
      if (!isOwn) issues.push(`covered: ${name(control)} by ${hit ? name(hit) : "nothing"}`);
    }
    window.scrollTo(0, 0);
    return [...new Set(issues)];
  });
}
