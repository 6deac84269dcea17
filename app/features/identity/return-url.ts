/**
 * Where sign-in leads afterwards comes out of the address bar, so anybody can write it. Only a path of this
 * shop is followed: an address that could be read as another site, by a browser or after decoding, is not.
 */
const HERE = "https://shop.invalid";

/** The path (with query and fragment) to go to after signing in; "/" when the given one is not to be trusted. */
export function safeReturnUrl(value: string | null): string {
  if (!value || !isPathOfThisSite(value) || !isPathOfThisSite(decodePath(value))) return "/";
  const url = new URL(value, HERE);
  const leadsBack = url.pathname === "/login" || url.pathname.startsWith("/login/");
  return leadsBack ? "/" : url.pathname + url.search + url.hash;
}

function isPathOfThisSite(value: string): boolean {
  // Browsers drop tabs and newlines inside an address and read a backslash as a slash.
  if (!value.startsWith("/") || /^\/[/\\]/.test(value) || /[\p{Cc}\\]/u.test(value)) return false;
  const url = URL.parse(value, HERE);
  return url !== null && url.origin === HERE && !url.pathname.startsWith("//");
}

/** The path without query and fragment, its percent-encoding undone; wrongly encoded, it is no path at all. */
function decodePath(value: string): string {
  let path = value.replace(/[?#].*$/s, "");
  try {
    while (path !== decodeURIComponent(path)) path = decodeURIComponent(path);
  } catch {
    return "";
  }
  return path;
}
