/**
 * The address of a page as the cache knows it. A page is made from its key and from nothing else of the request
 * (see pages.ts), so two requests may share a key only when the page cannot tell them apart: parameters are sorted,
 * and the ones that social networks and advertisements append are left out of the key and so of the page.
 */
const TRACKING =
  /^(utm_.+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|igshid|igsh|mc_cid|mc_eid|ttclid|twclid|yclid)$/;

/** The key for the path and query of a request line, such as `/products?page=2`. */
export function pageKey(url: string): string {
  const mark = url.indexOf("?");
  if (mark === -1) return url;
  const parameters = new URLSearchParams(url.slice(mark + 1));
  for (const name of [...parameters.keys()]) if (TRACKING.test(name)) parameters.delete(name);
  parameters.sort();
  const query = parameters.toString();
  return query === "" ? url.slice(0, mark) : `${url.slice(0, mark)}?${query}`;
}
