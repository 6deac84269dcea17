/** The same as whole.ts for the back office, whose sheet no page of the shop carries. */
import { addSheet } from "../lib/sheets.ts";
import address from "./office.css?url";

if (!import.meta.env.SSR) await addSheet("office", address);
