/** Whether the side menu is folded, remembered for a week in a cookie of the back office alone. */
const NAME = "office_menu";
const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** `cookies` as `document.cookie` gives them. */
export function isMenuFolded(cookies: string): boolean {
  return cookies.split("; ").includes(`${NAME}=folded`);
}

/** By `document.cookie`: the newer `cookieStore` is missing in older browsers and where the office is not on https. */
export function rememberMenu(folded: boolean): void {
  const value = folded ? "folded" : "open";
  document.cookie = `${NAME}=${value}; path=/admin; max-age=${WEEK_SECONDS}; samesite=lax`;
}
