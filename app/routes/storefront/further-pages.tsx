/**
 * Around every page that is not one of a visitor's first: it comes with the whole stylesheet, so that the first pages
 * need not carry what only these use.
 */
import "../../styles/whole.ts";
import { Outlet } from "react-router";
import { sheetHandle } from "../../lib/sheets.ts";

export const handle = sheetHandle("whole");

export default function FurtherPages() {
  return <Outlet />;
}
