/**
 * Makes the shop readable without a network, at no cost in bytes: what is on the screen is kept as it stands, without
 * its script, and the service worker shows it when the page cannot be fetched. Loaded a while after a page was opened,
 * by browsers that have service workers.
 */
import { formatLongDate } from "../lib/dates.ts";
import { KEPT_PAGES, TITLE_HEADER } from "./kept-pages.ts";

const PAGES_AT_MOST = 40;

/** What is the same for everyone. Nothing of an account or a cart is kept. */
const PUBLIC =
  /^\/($|products$|product\/|categories$|promotions$|technicians?(\/|$)|about$|delivery$|terms$|privacy$)/;

/** What a copy cannot do, or must not tell whoever holds the phone next. */
const LEFT_OUT =
  'script, link[rel="modulepreload"], link[rel="manifest"], dialog, [role="status"]:empty, [aria-label="Notifications"], [href="/cart"], [href="/wishlist"], .heart, [aria-labelledby="seen"], header :is([href^="/account"], [href^="/login"], button:not([popovertarget], [type="submit"]))';

/** The copy could run nothing even if something had slipped through. */
const POLICY =
  "default-src 'none'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; font-src 'self'; form-action 'self'";

/** Registers the worker and keeps the page that is shown. A browser that refuses either goes on without. */
export async function keepPage(): Promise<void> {
  try {
    linkManifest();
    await navigator.serviceWorker.register("/sw.js");
    const { pathname, search } = window.location;
    if (PUBLIC.test(pathname)) await store(pathname + search);
  } catch (error) {
    console.warn("offline copy:", error);
  }
}

/** What makes the shop installable; nobody pays for it on a first view. */
function linkManifest(): void {
  if (document.querySelector('link[rel="manifest"]')) return;
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = "/manifest.webmanifest";
  document.head.append(link);
}

async function store(path: string): Promise<void> {
  const pages = await caches.open(KEPT_PAGES);
  const copy = new Response(`<!doctype html>${copyOfDocument(path).outerHTML}`, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      [TITLE_HEADER]: encodeURIComponent(document.title.replace(/ \| [^|]*$/, "")),
    },
  });
  // Taken out first: the cache lists its pages in the order in which they came.
  await pages.delete(path);
  await pages.put(path, copy);
  const tooMany = (await pages.keys()).slice(0, -PAGES_AT_MOST);
  for (const page of tooMany) await pages.delete(page);
}

function copyOfDocument(path: string): HTMLElement {
  const copy = new DOMParser().parseFromString(
    document.documentElement.outerHTML,
    "text/html",
  ).documentElement;
  for (const element of copy.querySelectorAll(LEFT_OUT)) element.remove();
  for (const button of copy.querySelectorAll<HTMLButtonElement>(
    "button:not([popovertarget], [type=submit])",
  )) {
    button.disabled = true;
  }
  copy.querySelector("main")?.prepend(notice(path));
  return copy;
}

function notice(path: string): HTMLElement {
  const element = document.createElement("p");
  element.role = "status";
  element.style.cssText = "padding:12px 16px;background:#fdf0cf;text-align:center";
  element.append(
    `Vous êtes hors ligne. Copie du ${formatLongDate(new Date())} : prix et stock ont pu changer. `,
  );
  const again = document.createElement("a");
  again.href = path;
  again.className = "link";
  again.textContent = "Réessayer";
  element.append(again);
  return element;
}
