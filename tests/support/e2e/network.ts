/** Helpers for requests of the page: patterns, logged failures, and requests that are held back. */
import { expect, type Page, type Route } from "@playwright/test";

/** The requests for a page's data during a client-side navigation. */
export const DATA_REQUEST = /\.data(\?|$)/;

/** The error that the browser logs when a document or an image fails to load. */
export const FAILED_LOAD_ERROR = /^Failed to load resource/;

/**
 * Waits until an open page's requests are intercepted. Chromium tells the process of the page so without waiting for it:
 * a request that a press sends right after `page.route` may pass it by, one in a hundred on a busy machine. `route` is
 * the page's own function.
 */
export async function waitForInterception(page: Page, route: Page["route"]): Promise<void> {
  if (!page.url().startsWith("http")) return;
  const probe = "**/healthz";
  let isIntercepted = false;
  await route(probe, (intercepted) => {
    isIntercepted = true;
    return intercepted.fulfill({ status: 200 });
  });
  await expect
    .poll(async () => {
      await page.evaluate(() => fetch("/healthz").catch(() => null));
      return isIntercepted;
    }, "the page's requests are intercepted")
    .toBe(true);
  await page.unroute(probe);
}

/**
 * Holds every request to a URL until the returned function is called. That waits for a first one, and fails without:
 * what the test saw was then a matter of speed.
 */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  const routes: Route[] = [];
  let isReleased = false;
  await page.route(url, (route) => {
    if (isReleased) return route.continue();
    routes.push(route);
  });
  return async () => {
    await expect.poll(() => routes.length, `a request to ${url} is held`).toBeGreaterThan(0);
    isReleased = true;
    await Promise.all(routes.splice(0).map((route) => route.continue()));
  };
}
