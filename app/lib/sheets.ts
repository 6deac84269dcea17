/**
 * Which stylesheet a page brings in its head, and how it is known there: a route says so in its `handle`. The pages
 * that a visitor meets first say nothing and bring the small one (styles/app.css).
 */

/** «whole» is for the further pages of the shop, «office» for the back office; each holds all that the former has. */
type SheetName = "whole" | "office";

/** Attribute of the element that holds one of these sheets; its value is the sheet's name. */
export const SHEET = "data-sheet";

export function sheetHandle(sheet: SheetName): { sheet: SheetName } {
  return { sheet };
}

/** The sheet that a route asks for; null when it leaves the choice to others. */
export function sheetOf(handle: unknown): SheetName | null {
  if (typeof handle !== "object" || handle === null || !("sheet" in handle)) return null;
  return handle.sheet === "whole" || handle.sheet === "office" ? handle.sheet : null;
}

/**
 * Puts a sheet into a page that was navigated to, unless the page came with it. Settles in any case: a page with half
 * of its looks is better than none.
 */
export function addSheet(name: SheetName, address: string): Promise<void> {
  if (document.querySelector(`[${SHEET}="${name}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.setAttribute(SHEET, name);
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
