/**
 * The offline page: that there is no network, and a search among the pages that were seen. It has the shop's own
 * frame when one is stored, and else a plain one.
 */
import { normalizeSearchText } from "#app/lib/search/search-text.ts";
import * as tokens from "#design/tokens.ts";
import { FRAME_PATH, FRAME_SLOT, OFFLINE_TITLE, TITLE_HEADER } from "./offline-caches.ts";

interface OfflineCopy {
  path: string;
  title: string;
}

/** The page for an address without a copy; a search of the shop searches the copies. */
export async function createOfflinePage(
  url: URL,
  copies: Pick<Cache, "keys" | "match">,
  app: Pick<Cache, "match">,
): Promise<Response> {
  const search = url.searchParams.get("search")?.trim() ?? "";
  const content = createContent(await listOfflineCopies(copies), search);
  const frame = await app.match(FRAME_PATH);
  return new Response(
    frame ? (await frame.text()).replace(FRAME_SLOT, () => content) : createPlainPage(content),
    {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy":
          frame?.headers.get("content-security-policy") ??
          "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
      },
    },
  );
}

/** The most recent copy comes first. */
async function listOfflineCopies(cache: Pick<Cache, "keys" | "match">): Promise<OfflineCopy[]> {
  const copies = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const title = (await cache.match(request))?.headers.get(TITLE_HEADER);
      const { pathname, search } = new URL(request.url);
      return { path: pathname + search, title: title ? decodeURIComponent(title) : pathname };
    }),
  );
  return copies.reverse();
}

function createContent(copies: readonly OfflineCopy[], search: string): string {
  const words = normalizeSearchText(search).split(" ");
  const found = copies.filter(({ title }) =>
    words.every((word) => normalizeSearchText(title).includes(word)),
  );
  return `<div class="page grid max-w-prose gap-4 py-8">${ICON}<h1 class="text-3xl">${OFFLINE_TITLE}</h1><p>${
    search
      ? "Sans réseau, la recherche porte sur les pages déjà vues sur cet appareil."
      : "Cette page n'a pas encore été vue sur cet appareil."
  } Votre panier est conservé.</p><p class="flex flex-wrap gap-3"><a class="btn btn-primary" href="">Réessayer</a> <a class="btn btn-outline" href="/cart">Ouvrir mon panier</a></p>${
    copies.length === 0
      ? "<p>Les pages que vous aurez vues pourront être relues ici sans réseau.</p>"
      : createSearch(found, search)
  }</div>`;
}

function createSearch(found: readonly OfflineCopy[], search: string): string {
  const items = found
    .map(
      ({ path, title }) =>
        `<li><a class="flex min-h-12 items-center px-4 py-2" href="${escapeHtml(path)}">${escapeHtml(title)}</a></li>`,
    )
    .join("");
  return `<h2 class="text-xl">À relire sans réseau</h2><form action="/products" role="search" aria-label="Pages déjà vues" class="flex gap-2"><label class="sr-only" for="seen-search">Chercher parmi les pages vues</label><input class="field grow" id="seen-search" type="search" name="search" value="${escapeHtml(search)}" placeholder="Chercher parmi les pages vues"><button class="btn btn-outline" type="submit">Chercher</button></form>${
    items
      ? `<ul class="card divide-y divide-border overflow-hidden">${items}</ul>`
      : `<p>Aucune page vue ne correspond à «\u00a0${escapeHtml(search)}\u00a0».</p>`
  }`;
}

const ICON = `<svg viewBox="0 0 48 48" width="88" height="88" aria-hidden="true" fill="none" stroke="${tokens.colorBrand}" stroke-width="3" stroke-linecap="round"><path d="M6 18a26 26 0 0 1 36 0M12 25a18 18 0 0 1 24 0M18 32a9 9 0 0 1 12 0"/><circle cx="24" cy="39" r="1.5"/><path stroke="${tokens.colorForeground}" d="M8 42 40 8"/></svg>`;

/** Before a frame is stored. */
function createPlainPage(content: string): string {
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="theme-color" content="${tokens.colorBrand}"><title>${OFFLINE_TITLE}</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`;
}

const STYLE = `body{margin:0;background:${tokens.colorSurface};color:${tokens.colorForeground};font:16px/1.5 system-ui,sans-serif}main{max-width:560px;margin:auto;padding:32px 16px}h1{font-size:26px;line-height:1.2;margin:16px 0 8px}h2{font-size:18px;margin:32px 0 8px}p{margin:0 0 16px}.btn{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;border:1px solid ${tokens.colorBrand};border-radius:12px;background:${tokens.colorWhite};color:${tokens.colorForeground};font:inherit;font-weight:650;text-decoration:none}.btn-primary{background:${tokens.colorBrand};color:${tokens.colorWhite}}form{display:flex;gap:8px;margin:0 0 16px}input{flex:1;min-width:0;min-height:44px;padding:0 12px;font:inherit}.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}ul{margin:0;padding:0;list-style:none;background:${tokens.colorWhite};border:1px solid ${tokens.colorBorder};border-radius:${tokens.radiusCard}}li+li{border-top:1px solid ${tokens.colorBorder}}li a{display:flex;align-items:center;min-height:48px;padding:4px 16px;color:inherit}a:focus-visible{outline:3px solid ${tokens.colorForeground};outline-offset:2px}`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
