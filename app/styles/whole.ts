/**
 * Imported for its effect by what is shown with the whole sheet: a page that was navigated to, or a part that is
 * loaded into one of the first pages. It is not there before the sheet is, so nothing is ever seen unstyled. A page
 * from the server brings the sheet in its head (entry.server.tsx).
 */
import { addSheet } from "../lib/sheets.ts";
import address from "./whole.css?url";

if (!import.meta.env.SSR) await addSheet("whole", address);
