/**
 * A tap without a network: the current page stays as it is, alive and where it was scrolled to, unless the other page
 * can be shown. Otherwise React Router would reload the page, and the service worker would respond with its copy. A tap
 * on a network that is dead without the browser's knowledge says the same after some seconds.
 */
import type { Blocker, BlockerFunction } from "react-router";
import { toast } from "#app/components/ui/toast/toast.ts";
import { OFFLINE_TITLE } from "./offline-caches.ts";
import { opensOffline } from "./route-manifest.ts";

/** Whether the navigation has to be decided by `openOffline`; the browser's back and forward are not. */
export const needsNetwork: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) => {
  if (navigator.onLine || historyAction === "POP") return false;
  const isSamePage =
    currentLocation.pathname === nextLocation.pathname && currentLocation.search === nextLocation.search;
  return !isSamePage && !opensOffline(nextLocation.pathname);
};

/** Opens what is stored of the page, or says that it cannot be opened. */
export async function openOffline(blocker: Blocker): Promise<void> {
  if (blocker.state !== "blocked") return;
  const { pathname, search } = blocker.location;
  blocker.reset();
  await openStored(pathname + search);
}

/** How long a page may be loading before the network is doubted, and how long it then has to answer, ms. */
const PATIENCE_MS = 8000;
const PROBE_MS = 4000;

/**
 * Watches a page that is loading: a network may be dead though the browser says that there is one, and the page would
 * wait for minutes. A slow network, which answers a small request, is waited for. The returned function ends it.
 */
export function watchLoading(path: string): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const timer = setTimeout(async () => {
    const probe = fetch("/sw.js", { method: "HEAD", cache: "no-store", signal });
    const timeout = new Promise<false>((resolve) => setTimeout(() => resolve(false), PROBE_MS));
    const isAlive = await Promise.race([probe.then(() => true), timeout]).catch(() => false);
    if (!isAlive && !signal.aborted) await openStored(path);
  }, PATIENCE_MS);
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}

async function openStored(path: string): Promise<void> {
  const isStored = navigator.serviceWorker.controller && (await caches.match(path, { ignoreVary: true }));
  if (isStored) return window.location.assign(path);
  toast({
    title: OFFLINE_TITLE,
    description: "Cette page n'a pas encore été vue sur cet appareil. Réessayez au retour du réseau.",
    variant: "info",
    topic: "offline",
  });
}
