/**
 * Makes visited pages readable and the cart usable without a network. The pages cost no bytes: an offline copy of
 * the rendered document is stored, and the service worker responds with it when the page cannot be fetched. This
 * module is loaded some time after a page was opened, in browsers with service workers.
 */
import { storeApp } from "./offline-app.ts";
import { storeCopy } from "./offline-copy.ts";
import { needsNetwork, openOffline, watchLoading } from "./offline-navigation.ts";
import { preloadNextPages } from "./route-manifest.ts";

/** Loaded with the rest: one file for what the layout needs some seconds after the page. */
export const offlineNavigation = { needsNetwork, openOffline, watchLoading };

/**
 * Registers the service worker, and stores a copy of the current page if it is public: nothing of an account or a
 * cart is stored. `whatsapp` is the shop's number, "" without one. An error is only logged.
 */
export async function setUpOffline(isPublic: boolean, whatsapp: string): Promise<void> {
  try {
    linkManifest();
    await navigator.serviceWorker.register("/sw.js");
    preloadNextPages();
    // Into the browser's cache: without a network it takes the place of images that have not been loaded.
    new Image().src = "/placeholder.svg";
    const { pathname, search } = window.location;
    if (isPublic) await storeCopy(pathname + search);
    await storeApp(whatsapp);
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
