/**
 * The return URL after the sign-in. It comes from the address bar and is untrusted: only a path of this site
 * is accepted, and nothing that a browser, or decoding, could turn into another origin.
 */

/**
 * A placeholder origin, to resolve paths against: the server and the browser need not know the shop's own.
 */
const THIS_SITE = "https://shop.invalid";

/** The path (with query and fragment) to open after the sign-in; "/" when the given one is not safe. */
export function toSafeReturnUrl(value: string | null): string {
  if (!value || !isPathOfThisSite(value) || !isPathOfThisSite(decodePath(value))) return "/";
  const url = new URL(value, THIS_SITE);
  const isSignInPage = url.pathname === "/login" || url.pathname.startsWith("/login/");
  return isSignInPage ? "/" : url.pathname + url.search + url.hash;
}

function isPathOfThisSite(value: string): boolean {
  // Browsers drop tabs and newlines in URLs and treat a backslash as a slash.
  if (!value.startsWith("/") || /^\/[/\\]/.test(value) || /[\p{Cc}\\]/u.test(value)) return false;
  const url = URL.parse(value, THIS_SITE);
  return url !== null && url.origin === THIS_SITE && !url.pathname.startsWith("//");
}

/** The path without query and fragment, percent-decoded until stable; "" for an invalid encoding. */
function decodePath(value: string): string {
  let path = value.replace(/[?#].*$/s, "");
  try {
    while (path !== decodeURIComponent(path)) path = decodeURIComponent(path);
  } catch {
    return "";
  }
  return path;
}
