/**
 * The layout of the inner pages, which are rarely a visitor's first. It links the full stylesheet, so that
 * entry pages do not carry the rules that only inner pages use.
 */
import "#app/styles/full.ts";
import { Outlet } from "react-router";
import { createStylesheetHandle } from "#app/lib/pages/stylesheets.ts";

export const handle = createStylesheetHandle("full");

export default function InnerPages() {
  return <Outlet />;
}
