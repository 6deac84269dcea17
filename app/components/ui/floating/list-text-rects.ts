/** Where the letters of the page are, line by line: the box of a paragraph is as wide as its column, its last line not. */

/** A part of the window, in pixels. */
interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * @param root what lies outside the area is not looked into, nor what is invisible
 * @param area the part of the window that is of interest
 * @param isSkipped whether an element's texts do not count
 * @returns a rectangle for each visible line of text that meets the area
 */
export function listTextRects(
  root: Element,
  area: Area,
  isSkipped: (element: Element) => boolean,
): DOMRect[] {
  const rects: DOMRect[] = [];
  const range = document.createRange();
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && (isSkipped(node) || !isVisibleIn(node, area))
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  while (nodes.nextNode()) {
    const { currentNode } = nodes;
    if (!(currentNode instanceof Text) || currentNode.data.trim() === "") continue;
    range.selectNodeContents(currentNode);
    rects.push(...[...range.getClientRects()].filter((rect) => meets(rect, area)));
  }
  return rects;
}

/** An element without a box of its own may have children with one; one of a pixel is for screen readers. */
function isVisibleIn(element: Element, area: Area): boolean {
  const rect = element.getBoundingClientRect();
  if (rect.width === 0 && rect.height === 0) return getComputedStyle(element).display === "contents";
  return (
    rect.width > 1 &&
    rect.height > 1 &&
    meets(rect, area) &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  );
}

function meets(rect: DOMRect, { left, right, top, bottom }: Area): boolean {
  return rect.left < right && rect.right > left && rect.top < bottom && rect.bottom > top;
}
