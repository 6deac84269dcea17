/**
 * Around every page that is not one of a visitor's first: it comes with the whole stylesheet, so that the first pages
 * need not carry what only these use.
 */
import "../../styles/whole.ts";
import { Outlet } from "react-router";
import { wholeHandle } from "../../lib/whole-sheet.ts";

export const handle = wholeHandle;

export default function FurtherPages() {
  return <Outlet />;
}
