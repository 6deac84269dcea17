/**
 * What is known of the pages that a tap leads to: the code of those that follow most often is loaded while there is a
 * network, and which pages open without one.
 *
 * Depends on an internal of react-router 8.4.0: the manifest of the routes that the browser has discovered. Without it
 * nothing is loaded ahead, and no page counts as one that opens without a network.
 */
import { matchPath } from "react-router";

interface ManifestRoute {
  path?: string;
  module: string;
  imports?: readonly string[];
  hasLoader: boolean;
  hasClientLoader: boolean;
}

declare global {
  interface Window {
    __reactRouterManifest?: { routes: Readonly<Record<string, ManifestRoute>> };
    __reactRouterRouteModules?: Readonly<Record<string, unknown>>;
  }
}

const NEXT_PAGES = ["routes/storefront/cart", "routes/storefront/product"];

/** Loads the code of the pages that follow most often, without running it. */
export function preloadNextPages(): void {
  for (const id of NEXT_PAGES) {
    const route = window.__reactRouterManifest?.routes[id];
    if (route) for (const href of [route.module, ...(route.imports ?? [])]) preload(href);
  }
}

/** Whether the page needs no request: its code is loaded, and its data is in the browser. */
export function opensOffline(pathname: string): boolean {
  const routes = Object.entries(window.__reactRouterManifest?.routes ?? {});
  const [id, route] = routes.find(([, { path }]) => path && matchPath(`/${path}`, pathname)) ?? [];
  if (!id || !route || (route.hasLoader && !route.hasClientLoader)) return false;
  return id in (window.__reactRouterRouteModules ?? {}) || preloaded.has(route.module);
}

/**
 * Files that have arrived. A link to preload a file says nothing: React Router adds one at the touch of a link, also
 * without a network.
 */
const preloaded = new Set<string>();

function preload(href: string): void {
  if (preloaded.has(href)) return;
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = href;
  link.onload = () => preloaded.add(href);
  document.head.append(link);
}
