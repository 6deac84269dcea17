/**
 * Makes visited pages readable without a network, at no cost in bytes: an offline copy of the rendered document,
 * without its scripts, is stored, and the service worker responds with it when the page cannot be fetched.
 * This module is loaded some time after a page was opened, in browsers with service workers.
 */
import { formatLongDate } from "#app/lib/format/dates.ts";
import { colorWarningSoft } from "#design/tokens.ts";
import { COPIES_CACHE_NAME, TITLE_HEADER } from "./offline-copies.ts";

const MAX_COPIES = 40;

/** Elements that do not work in a copy, or that the next user of the device must not see. */
const EXCLUDED_SELECTOR =
  'script, link[rel="modulepreload"], link[rel="manifest"], dialog, [role="status"]:empty, [aria-label="Notifications"], [href="/cart"], [href="/wishlist"], .wishlist-button, [aria-labelledby="seen"], header :is([href^="/account"], [href^="/login"], button:not([popovertarget], [type="submit"]))';

/** Prevents scripts in the copy even if one was not removed. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; font-src 'self'; form-action 'self'";

/**
 * Registers the service worker, and stores a copy of the current page if it is public: nothing of an account or a
 * cart is stored. An error is only logged.
 */
export async function setUpOffline(isPublic: boolean): Promise<void> {
  try {
    linkManifest();
    await navigator.serviceWorker.register("/sw.js");
    const { pathname, search } = window.location;
    if (isPublic) await storeCopy(pathname + search);
  } catch (error) {
    console.warn("offline copy:", error);
  }
}

/**
 * Makes the shop installable. The manifest is linked here, and not in the document, so that a first view does not
 * load it.
 */
function linkManifest(): void {
  if (document.querySelector('link[rel="manifest"]')) return;
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = "/manifest.webmanifest";
  document.head.append(link);
}

async function storeCopy(path: string): Promise<void> {
  const copies = await caches.open(COPIES_CACHE_NAME);
  const copy = new Response(`<!doctype html>${cloneDocument(path).outerHTML}`, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": CONTENT_SECURITY_POLICY,
      [TITLE_HEADER]: encodeURIComponent(document.title.replace(/ \| [^|]*$/, "")),
    },
  });
  // An older copy is deleted first: the cache lists its entries in the order of insertion.
  await copies.delete(path);
  await copies.put(path, copy);
  const oldest = (await copies.keys()).slice(0, -MAX_COPIES);
  for (const request of oldest) await copies.delete(request);
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
