/** The address of the page that a request is about. */

/**
 * The URL of the page. A navigation in the browser asks for the data of the page, at a path and with a parameter of
 * its own.
 */
export function getPageUrl(request: Request): URL {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/\.data$/, "");
  url.searchParams.delete("_routes");
  return url;
}
