/** Opens a page that is rendered again, although the shop has it in its cache. */
import type { Page } from "@playwright/test";
import { UNCACHED } from "#tests/support/uncached.ts";

export async function gotoUncached(
  page: Page,
  path: string,
  options: Parameters<Page["goto"]>[1] = {},
): Promise<void> {
  const isDocument = (url: URL) =>
    url.pathname + url.search + url.hash === path || url.pathname + url.search === path.split("#", 1)[0];
  await page.route(
    isDocument,
    (route, request) => route.continue({ headers: { ...request.headers(), ...UNCACHED.headers } }),
    { times: 1 },
  );
  await page.goto(path, options);
}
