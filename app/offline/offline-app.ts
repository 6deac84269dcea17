/**
 * Stores what a start of the application without a network needs: the cart page, which is the same for everyone,
 * the code that the visited pages have loaded, and the frame of the offline page. The cart page is fetched once a
 * day; the code is in the browser's cache already, from where it may be evicted.
 */
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import {
  APP_CACHE_NAME,
  ASSETS_PATH,
  CART_PATH,
  COURIER_PATH,
  FRAME_PATH,
  FRAME_SLOT,
  OFFLINE_TITLE,
} from "./offline-caches.ts";
import { cloneDocument, toHtmlResponse } from "./offline-copy.ts";

const MAX_AGE_MS = 24 * 60 * 60_000;
const ASSET = new RegExp(`${ASSETS_PATH}[\\w.-]+\\.(?:js|css|woff2)`, "g");

export async function storeApp(whatsapp: string): Promise<void> {
  const cache = await caches.open(APP_CACHE_NAME);
  const loaded = listLoadedAssets();
  await storeAssets(cache, loaded);
  const stored = await cache.match(CART_PATH, { ignoreVary: true });
  if (Date.now() - Date.parse(stored?.headers.get("date") ?? "1970-01-01") < MAX_AGE_MS) return;
  const page = await fetch(CART_PATH);
  if (!page.ok) return;
  const needed = new Set([...loaded, ...(await listAssets(page))]);
  await storeAssets(cache, [...needed]);
  await cache.put(CART_PATH, page);
  await cache.put(FRAME_PATH, toHtmlResponse(createFrame(whatsapp)));
  await deleteOldAssets(cache, needed);
}

/**
 * Stores the courier's page with its code, each time it is opened with a network: what is stored is shown first, so it
 * must not stay behind.
 */
export async function storeCourierPage(): Promise<void> {
  const cache = await caches.open(APP_CACHE_NAME);
  const page = await fetch(COURIER_PATH, { cache: "no-cache" });
  if (!page.ok) return;
  await storeAssets(cache, [...new Set([...listLoadedAssets(), ...(await listAssets(page))])]);
  await cache.put(COURIER_PATH, page);
}

/** The code of an earlier version, which no stored page needs. */
async function deleteOldAssets(cache: Cache, needed: ReadonlySet<string>): Promise<void> {
  const courier = await cache.match(COURIER_PATH, { ignoreVary: true });
  const all = new Set([...needed, ...(courier ? await listAssets(courier) : [])]);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(ASSETS_PATH) && !all.has(pathname)) await cache.delete(request);
  }
}

async function listAssets(page: Response): Promise<readonly string[]> {
  return (await page.clone().text()).match(ASSET) ?? [];
}

function listLoadedAssets(): string[] {
  return performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith(ASSETS_PATH))
    .map(({ pathname }) => pathname);
}

async function storeAssets(cache: Cache, paths: readonly string[]): Promise<void> {
  const known = await Promise.all(paths.map((path) => cache.match(path, { ignoreVary: true })));
  await cache.addAll(new Set(paths.filter((_, index) => !known[index])));
}

/** The current page with an empty main content, and a link to WhatsApp if the shop has a number. */
function createFrame(whatsapp: string): HTMLElement {
  const root = cloneDocument();
  const main = root.querySelector("main");
  if (main) main.innerHTML = FRAME_SLOT + (whatsapp ? createWhatsappLink(whatsapp).outerHTML : "");
  for (const element of root.querySelectorAll(
    'meta[name="description"], meta[property], link[rel="canonical"]',
  ))
    element.remove();
  for (const field of root.querySelectorAll('[name="search"]')) field.removeAttribute("value");
  const title = root.querySelector("title");
  if (title) title.textContent = OFFLINE_TITLE;
  return root;
}

function createWhatsappLink(number: string): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.className = "page pb-10";
  const link = document.createElement("a");
  link.href = whatsappLink(number, "Bonjour, je n'ai pas de réseau pour ouvrir la boutique.");
  link.className = "btn btn-whatsapp";
  link.textContent = "Écrire sur WhatsApp";
  paragraph.append(link);
  return paragraph;
}
