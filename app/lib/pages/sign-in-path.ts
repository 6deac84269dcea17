/** The sign-in path that returns to this page; `page` is its path with query. */
export function getSignInPath(page: string): string {
  return `/login?returnUrl=${encodeURIComponent(page).replaceAll("%2F", "/")}`;
}
