/**
 * Imported for its effect by what is shown with the whole sheet: a page that was navigated to, or a part that is
 * loaded into one of the first pages. It is not there before the sheet is, so nothing is ever seen unstyled. A page
 * from the server brings the sheet in its head (entry.server.tsx).
 */
import { WHOLE_SHEET } from "../lib/whole-sheet.ts";
import address from "./whole.css?url";

if (!import.meta.env.SSR && !document.querySelector(`[${WHOLE_SHEET}]`)) await addSheet();

/** Settles in any case: a page with half of its looks is better than none. */
function addSheet(): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.toggleAttribute(WHOLE_SHEET, true);
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
