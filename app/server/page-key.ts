/**
 * The cache key of a page's URL. A page is rendered from its key and from nothing else of the request
 * (page-renderer.ts), so two requests may share a key only when their pages are the same: parameters are
 * sorted, and those that social networks and advertisements append are removed from the key and so from the
 * page's URL.
 */
const TRACKING_PARAMS =
  /^(utm_.+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|igshid|igsh|mc_cid|mc_eid|ttclid|twclid|yclid)$/;

/** The key for the path and query of a request line, such as `/products?page=2`. */
export function pageKey(url: string): string {
  const mark = url.indexOf("?");
  if (mark === -1) return url;
  const parameters = new URLSearchParams(url.slice(mark + 1));
  for (const name of [...parameters.keys()]) if (TRACKING_PARAMS.test(name)) parameters.delete(name);
  parameters.sort();
  const query = parameters.toString();
  return query === "" ? url.slice(0, mark) : `${url.slice(0, mark)}?${query}`;
}
