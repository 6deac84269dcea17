/**
 * Responds when the network fails, or takes too long: with the offline copy of the page (offline-copy.ts), with the cart
 * page and its code (offline-app.ts), or else with the offline page, which searches the copies and gives way once there
 * is a network. The courier's page, where it is stored, does not wait for the network. It fetches nothing ahead, and
 * leaves all other requests to the browser, whose own cache has the images.
 */
import { APP_CACHE_NAME, ASSETS_PATH, CART_PATH, COPIES_CACHE_NAME, COURIER_PATH } from "./offline-caches.ts";
import { createOfflinePage } from "./offline-page.ts";
import { openWhenReachable } from "./open-when-reachable.ts";
import { respondInTime } from "./respond-in-time.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", () => {
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  if (mode === "navigate") event.respondWith(respond(event));
  else if (url.startsWith(self.location.origin + ASSETS_PATH)) event.respondWith(fetchAsset(event.request));
});

async function activate(): Promise<void> {
  // The browser then requests the page while the worker is still starting.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function respond(event: FetchEvent): Promise<Response> {
  const url = new URL(event.request.url);
  const copies = await caches.open(COPIES_CACHE_NAME);
  const app = await caches.open(APP_CACHE_NAME);
  if (url.pathname === COURIER_PATH) {
    // At once, on any network: the page itself reads what is new, and stores its next version.
    const stored = await app.match(COURIER_PATH, { ignoreVary: true });
    if (stored) return stored;
  }
  return respondInTime(
    fetchPage(event),
    () =>
      url.pathname === CART_PATH ? app.match(CART_PATH, { ignoreVary: true }) : copies.match(event.request),
    () => {
      event.waitUntil(openWhenReachable(url.href, () => findWindow(event.resultingClientId)));
      return createOfflinePage(url, copies, app);
    },
  );
}

async function findWindow(clientId: string): Promise<WindowClient | null> {
  const client = await self.clients.get(clientId);
  return client instanceof WindowClient ? client : null;
}

async function fetchPage({ preloadResponse, request }: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await preloadResponse;
  return preloaded ?? fetch(request);
}

/** Also when the shop has a new version, which does not have the code of the stored pages any more. */
async function fetchAsset(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => null);
  if (response?.ok) return response;
  const app = await caches.open(APP_CACHE_NAME);
  return (await app.match(request.url, { ignoreVary: true })) ?? response ?? Response.error();
}
