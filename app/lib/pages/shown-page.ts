/** The address of a list's page says which page is shown. */
import { redirect } from "react-router";
import { getPageUrl } from "./page-url.ts";

/**
 * Throws the redirect to page `shown` of the list when the address of the request names another one: a page after the
 * last, or a text that is no number.
 */
export function redirectToShownPage(request: Request, shown: number): void {
  const url = getPageUrl(request);
  const named = url.searchParams.get("page");
  if (named === null || named === String(shown)) return;
  if (shown > 1) url.searchParams.set("page", String(shown));
  else url.searchParams.delete("page");
  // The product before the page is that of the page that does not exist.
  url.searchParams.delete("after");
  // The list may grow, so browsers ask again each time.
  throw redirect(url.pathname + url.search, { headers: { "cache-control": "no-cache" } });
}
