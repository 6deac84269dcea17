/**
 * The offline copy of the current page: its document without the application. Of its buttons only those that add a
 * product to the cart work, by a small script; the shop confirms the cart when the network is back.
 */
import { formatLongDate } from "#app/lib/format/dates.ts";
import { colorWarningSoft } from "#design/tokens.ts";
import copyScript from "./copy-script.ts?script";
import { CART_PATH, COPIES_CACHE_NAME, TITLE_HEADER } from "./offline-caches.ts";

const MAX_COPIES = 40;

/** Elements that do not work in a copy, or that the next user of the device must not see. */
const EXCLUDED_SELECTOR =
  'script, link[rel="modulepreload"], link[rel="manifest"], dialog, [role="status"]:empty, [aria-label="Notifications"], [data-testid="cart-count"], [href="/wishlist"], .wishlist-button, [aria-labelledby="seen"], header :is([href^="/account"], [href^="/login"], button:not([popovertarget], [type="submit"]))';

/** Buttons that need the application. */
const DISABLED_SELECTOR = "button:not([popovertarget], [type=submit], [data-product])";

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; font-src 'self'; form-action 'self'";

/** Stores a copy of the current page, whose path with query is `path`. */
export async function storeCopy(path: string): Promise<void> {
  const copies = await caches.open(COPIES_CACHE_NAME);
  // Prevents other scripts in the copy even if one was not removed.
  const nonce = crypto.randomUUID();
  const root = cloneDocument();
  root.querySelector("main")?.prepend(createOfflineNotice(path));
  root.querySelector("body")?.append(createScript(nonce));
  const copy = toHtmlResponse(root, `${CONTENT_SECURITY_POLICY}; script-src 'nonce-${nonce}'`, {
    [TITLE_HEADER]: encodeURIComponent(document.title.replace(/ \| [^|]*$/, "")),
  });
  // An older copy is deleted first: the cache lists its entries in the order of insertion.
  await copies.delete(path);
  await copies.put(path, copy);
  const oldest = (await copies.keys()).slice(0, -MAX_COPIES);
  for (const request of oldest) await copies.delete(request);
}

/** The current document without scripts, and without what belongs to a person or a cart. */
export function cloneDocument(): HTMLElement {
  const root = new DOMParser().parseFromString(
    document.documentElement.outerHTML,
    "text/html",
  ).documentElement;
  for (const element of root.querySelectorAll(EXCLUDED_SELECTOR)) element.remove();
  for (const button of root.querySelectorAll<HTMLButtonElement>(DISABLED_SELECTOR)) button.disabled = true;
  for (const name of root.querySelectorAll(`[href="${CART_PATH}"] .sr-only`)) name.textContent = "Panier";
  // The page may have been scrolled down; the copy opens at its top.
  root.querySelector(".header-bar")?.removeAttribute("data-hidden");
  return root;
}

export function toHtmlResponse(
  root: HTMLElement,
  contentSecurityPolicy = CONTENT_SECURITY_POLICY,
  headers: Record<string, string> = {},
): Response {
  return new Response(`<!doctype html>${root.outerHTML}`, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy,
      ...headers,
    },
  });
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

function createScript(nonce: string): HTMLScriptElement {
  const script = document.createElement("script");
  script.nonce = nonce;
  // The property alone is not part of the copied text.
  script.setAttribute("nonce", nonce);
  script.textContent = copyScript;
  return script;
}
