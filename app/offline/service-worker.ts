/**
 * Responds when the network fails: with the offline copy of the page (set-up-offline.ts), or else with the offline
 * page, which lists the copies. It fetches nothing ahead, since visitors pay by the megabyte, and leaves
 * all other requests to the browser, whose own cache has the images.
 */
import * as tokens from "#design/tokens.ts";
import { COPIES_CACHE_NAME, TITLE_HEADER } from "./offline-copies.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", () => {
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate" && event.request.method === "GET") event.respondWith(respond(event));
});

async function activate(): Promise<void> {
  // The browser then requests the page while the worker is still starting.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function respond({ preloadResponse, request }: FetchEvent): Promise<Response> {
  try {
    const preloaded: Response | undefined = await preloadResponse;
    return preloaded ?? (await fetch(request));
  } catch {
    const copies = await caches.open(COPIES_CACHE_NAME);
    return (await copies.match(request)) ?? createOfflinePage(await listOfflineCopies(copies));
  }
}

interface OfflineCopy {
  path: string;
  title: string;
}

/** The most recent copy comes first. */
async function listOfflineCopies(cache: Cache): Promise<OfflineCopy[]> {
  const copies = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const title = (await cache.match(request))?.headers.get(TITLE_HEADER);
      const { pathname, search } = new URL(request.url);
      return { path: pathname + search, title: title ? decodeURIComponent(title) : pathname };
    }),
  );
  return copies.reverse();
}

function createOfflinePage(copies: OfflineCopy[]): Response {
  const list =
    copies.length === 0
      ? "<p>Les pages que vous aurez vues pourront être relues ici sans réseau.</p>"
      : `<h2>À relire sans réseau</h2><ul>${copies
          .map(({ path, title }) => `<li><a href="${escapeHtml(path)}">${escapeHtml(title)}</a></li>`)
          .join("")}</ul>`;
  return new Response(
    `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="theme-color" content="${tokens.colorBrand}"><title>Vous êtes hors ligne</title><style>${STYLE}</style></head><body><main><svg viewBox="0 0 48 48" width="88" height="88" aria-hidden="true"><path d="M6 18a26 26 0 0 1 36 0M12 25a18 18 0 0 1 24 0M18 32a9 9 0 0 1 12 0"/><circle cx="24" cy="39" r="1.5"/><path class="cut" d="M8 42 40 8"/></svg><h1>Vous êtes hors ligne</h1><p>Cette page n'a pas encore été vue sur cet appareil. Votre panier est conservé.</p><p><a class="btn" href="">Réessayer</a></p>${list}</main></body></html>`,
    {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      },
    },
  );
}

const STYLE = `body{margin:0;background:${tokens.colorSurface};color:${tokens.colorForeground};font:16px/1.5 system-ui,sans-serif}main{max-width:560px;margin:auto;padding:48px 16px}h1{font-size:26px;line-height:1.2;margin:16px 0 8px}h2{font-size:18px;margin:40px 0 8px}p{margin:0 0 16px}svg{fill:none;stroke:${tokens.colorBrand};stroke-width:3;stroke-linecap:round}.cut{stroke:${tokens.colorForeground}}.btn{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;border-radius:12px;background:${tokens.colorBrand};color:${tokens.colorWhite};font-weight:650;text-decoration:none}ul{margin:0;padding:0;list-style:none;background:${tokens.colorWhite};border:1px solid ${tokens.colorBorder};border-radius:${tokens.radiusCard}}li+li{border-top:1px solid ${tokens.colorBorder}}li a{display:flex;align-items:center;min-height:48px;padding:4px 16px;color:inherit}a:focus-visible{outline:3px solid ${tokens.colorForeground};outline-offset:2px}`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
