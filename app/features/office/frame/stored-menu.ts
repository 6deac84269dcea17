/** Whether the side menu is folded, remembered for a week in a cookie of the back office alone. */
const NAME = "office_menu";
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** `cookies` as `document.cookie` gives them. */
export function isMenuFolded(cookies: string): boolean {
  return cookies.split("; ").includes(`${NAME}=folded`);
}

/** Keeps it where the browser lets pages keep cookies; elsewhere the menu is open on the next visit. */
export async function rememberMenu(folded: boolean): Promise<void> {
  await window.cookieStore?.set({
    name: NAME,
    value: folded ? "folded" : "open",
    path: "/admin",
    expires: Date.now() + WEEK_MS,
    sameSite: "lax",
  });
}
