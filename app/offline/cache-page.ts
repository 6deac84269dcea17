/**
 * Makes visited pages readable without a network, at no cost in bytes: a copy of the rendered document,
 * without its scripts, is cached, and the service worker responds with it when the page cannot be fetched.
 * Loaded some time after a page was opened, in browsers with service workers.
 */
import { formatLongDate } from "#app/lib/format/dates.ts";
import { colorWarningSoft } from "#design/tokens.ts";
import { PAGES_CACHE_NAME, TITLE_HEADER } from "./cached-pages.ts";

const MAX_CACHED_PAGES = 40;

/** Elements that do not work in a copy, or that the next user of the device must not see. */
const EXCLUDED_SELECTOR =
  'script, link[rel="modulepreload"], link[rel="manifest"], dialog, [role="status"]:empty, [aria-label="Notifications"], [href="/cart"], [href="/wishlist"], .wishlist-button, [aria-labelledby="seen"], header :is([href^="/account"], [href^="/login"], button:not([popovertarget], [type="submit"]))';

/** Prevents scripts in the copy even if one was not removed. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; font-src 'self'; form-action 'self'";

/**
 * Registers the service worker, and caches the current page if it is public: nothing of an account or a cart is
 * cached. An error is only logged.
 */
export async function cachePage(isPublic: boolean): Promise<void> {
  try {
    linkManifest();
    await navigator.serviceWorker.register("/sw.js");
    const { pathname, search } = window.location;
    if (isPublic) await storeCopy(pathname + search);
  } catch (error) {
    console.warn("offline copy:", error);
  }
}

/** Makes the shop installable. It is done here so that a first view does not load the manifest. */
function linkManifest(): void {
  if (document.querySelector('link[rel="manifest"]')) return;
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = "/manifest.webmanifest";
  document.head.append(link);
}

async function storeCopy(path: string): Promise<void> {
  const pages = await caches.open(PAGES_CACHE_NAME);
  const copy = new Response(`<!doctype html>${cloneDocument(path).outerHTML}`, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": CONTENT_SECURITY_POLICY,
      [TITLE_HEADER]: encodeURIComponent(document.title.replace(/ \| [^|]*$/, "")),
    },
  });
  // Deleted first: the cache lists its pages in the order of insertion.
  await pages.delete(path);
  await pages.put(path, copy);
  const oldest = (await pages.keys()).slice(0, -MAX_CACHED_PAGES);
  for (const page of oldest) await pages.delete(page);
}

function cloneDocument(path: string): HTMLElement {
  const copy = new DOMParser().parseFromString(
    document.documentElement.outerHTML,
    "text/html",
  ).documentElement;
  for (const element of copy.querySelectorAll(EXCLUDED_SELECTOR)) element.remove();
  for (const button of copy.querySelectorAll<HTMLButtonElement>(
    "button:not([popovertarget], [type=submit])",
  )) {
    button.disabled = true;
  }
  copy.querySelector("main")?.prepend(createOfflineNotice(path));
  return copy;
}

function createOfflineNotice(path: string): HTMLElement {
  const element = document.createElement("p");
  element.role = "status";
  element.style.cssText = `padding:12px 16px;background:${colorWarningSoft};text-align:center`;
  element.append(
    `Vous êtes hors ligne. Copie du ${formatLongDate(new Date())} : prix et stock ont pu changer. `,
  );
  const retryLink = document.createElement("a");
  retryLink.href = path;
  retryLink.className = "link";
  retryLink.textContent = "Réessayer";
  element.append(retryLink);
  return element;
}
