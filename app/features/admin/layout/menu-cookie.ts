/** Whether the side menu is collapsed, stored for a week in a cookie of the admin area. */

/** The stored name and values have words of their own: `office` for the admin area, `folded` for collapsed. */
const COOKIE_NAME = "office_menu";
const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** `cookies` as `document.cookie` returns them. */
export function isMenuCollapsed(cookies: string): boolean {
  return cookies.split("; ").includes(`${COOKIE_NAME}=folded`);
}

/**
 * Uses `document.cookie`: `cookieStore` is missing in older browsers and where the admin area is not on
 * https.
 */
export function saveMenuState(collapsed: boolean): void {
  const value = collapsed ? "folded" : "open";
  document.cookie = `${COOKIE_NAME}=${value}; path=/admin; max-age=${WEEK_SECONDS}; samesite=lax`;
}
