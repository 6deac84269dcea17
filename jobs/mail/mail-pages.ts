/**
 * `/mails`: shows the mails that the shop would have sent, for local development and trials. The mails
 * contain links that act for customers and administrators, so the pages exist only for whoever has read the
 * output of the start on this machine: no mail server is configured, the shop's own URL is local, and so are
 * the client's address and the Host header; no header tells of a proxy, and the request has the key that the
 * start printed. The key is what protects the mails behind a proxy that sets the host to localhost and adds no
 * header: its requests look local otherwise.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { html } from "hono/html";
import { SHOP_TIME_ZONE } from "#app/lib/models/time-zone.ts";
import type { Config } from "#backend/core/config/config.ts";
import * as tokens from "#design/tokens.ts";
import {
  findSavedMail,
  formatAddresses,
  listSavedMails,
  mailDirectory,
  type SavedMail,
} from "./saved-mails.ts";

const MAX_LISTED = 100;

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** What proxies, load balancers and CDNs add to a request. */
const PROXY_HEADER =
  /^(forwarded|via|cdn-loop|true-client-ip|x-(forwarded|original|envoy|azure|arr|appengine|cluster|proxy)-.+|x-forwarded|x-(real|client|remote)-(ip|addr)|(cf|fastly|proxy)-.+)$/;

const KEY_COOKIE = "mails_key";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};

/** The part of Node's request that identifies the client and the page. */
interface IncomingRequest {
  method?: string;
  url?: string;
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string };
}

interface MailPages {
  /** The path and query that open the pages; null when this shop has none. */
  address: string | null;
  /** Whether this request is for these pages, and is allowed to see them. */
  handles(request: IncomingRequest): boolean;
  fetch(request: Request): Promise<Response>;
}

/** The key is another one at each start. */
export function createMailPages(config: Pick<Config, "mail" | "dataDir" | "siteUrl">): MailPages {
  const directory = mailDirectory(config.dataDir);
  const key = randomBytes(18).toString("base64url");
  const isOpen = config.mail.smtpUrl === null && LOCAL_HOST.test(new URL(config.siteUrl).host);
  const respond = async (url: URL): Promise<Response> => {
    const file = url.pathname.slice("/mails/".length);
    if (file === "") return renderPage(200, "Mails", renderList(await listSavedMails(directory, MAX_LISTED)));
    const found = await findSavedMail(directory, file);
    if (!found) return renderPage(404, "Mail introuvable", html`<p>Ce mail n'existe pas (ou plus).</p>`);
    return renderPage(200, found.subject ?? "Sans objet", renderMail(found));
  };
  return {
    address: isOpen ? `/mails?key=${key}` : null,
    handles: ({ url = "", method = "", headers, socket }) =>
      isOpen &&
      /^\/mails(\/|\?|$)/.test(url) &&
      (method === "GET" || method === "HEAD") &&
      isLoopback(socket.remoteAddress ?? "") &&
      LOCAL_HOST.test(headers.host ?? String(headers[":authority"] ?? "")) &&
      !Object.keys(headers).some((name) => PROXY_HEADER.test(name)) &&
      (isEqual(getKey(new URL(url, config.siteUrl)), key) || isEqual(getCookie(headers.cookie), key)),
    fetch: async (request) => {
      const url = new URL(request.url);
      const response = await respond(url);
      // The links between the pages need no key.
      if (getKey(url) !== "") {
        response.headers.set("set-cookie", `${KEY_COOKIE}=${key}; Path=/mails; HttpOnly; SameSite=Strict`);
      }
      return response;
    },
  };
}

type Listener = (...pair: Parameters<ReturnType<typeof getRequestListener>>) => void;

/** Passes on what is not for these pages: there they do not exist. */
export function withMailPages(pages: MailPages, next: Listener): Listener {
  const listener = getRequestListener(pages.fetch);
  return (request, response) => {
    const answer = pages.handles(request) ? listener : next;
    answer(request, response);
  };
}

function getKey(url: URL): string {
  return url.searchParams.get("key") ?? "";
}

function getCookie(cookies = ""): string {
  const prefix = `${KEY_COOKIE}=`;
  const found = cookies.split(";").find((cookie) => cookie.trim().startsWith(prefix));
  return found?.trim().slice(prefix.length) ?? "";
}

/** In a time that tells nothing about the key. */
function isEqual(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(address);
}

const time = new Intl.DateTimeFormat("fr-FR", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: SHOP_TIME_ZONE,
});

function formatTime({ date }: SavedMail): string {
  return date ? time.format(new Date(date)) : "";
}

function renderList(mails: SavedMail[]) {
  if (mails.length === 0) {
    return html`<p>Aucun mail pour l'instant. Passez une commande : sa confirmation arrive ici en quelques secondes.</p>`;
  }
  return html`<p>Aucun serveur de mail n'est configuré (<code>SMTP_URL</code>) : ce que la boutique aurait envoyé reste ici, le plus récent d'abord.</p>
<ul>${mails.map(
    (
      mail,
    ) => html`<li><a href="/mails/${mail.file}"><strong>${mail.subject}</strong><span>${formatAddresses(mail.to)}</span><time>${formatTime(mail)}</time></a></li>
`,
  )}</ul>`;
}

function renderMail(mail: SavedMail) {
  // Links of the mail open in a new tab; the frame runs no scripts and loads nothing.
  const framed = `<base target="_blank">${mail.html ?? ""}`;
  return html`<p><a href="/mails">← Tous les mails</a></p>
<dl>
<dt>De</dt><dd>${formatAddresses(mail.from)}</dd>
<dt>À</dt><dd>${formatAddresses(mail.to)}</dd>
<dt>Réponse à</dt><dd>${formatAddresses(mail.replyTo)}</dd>
<dt>Date</dt><dd>${formatTime(mail)}</dd>
</dl>
<div class="bodies">
<iframe title="Le mail en HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed}"></iframe>
<pre aria-label="Le mail en texte">${mail.text}</pre>
</div>`;
}

async function renderPage(status: number, title: string, body: unknown): Promise<Response> {
  const text = await html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body { margin: 0 auto; max-width: 80rem; padding: 1.5rem 1rem; background: ${tokens.colorSurface}; color: ${tokens.colorForeground}; font: 1rem/1.5 system-ui, sans-serif }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25 }
a { color: ${tokens.colorBrand} }
ul { margin: 0; padding: 0; list-style: none; background: ${tokens.colorWhite}; border: 1px solid ${tokens.colorBorder}; border-radius: ${tokens.radiusCard} }
li + li { border-top: 1px solid ${tokens.colorBorder} }
li a { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .75rem 1rem; color: inherit; text-decoration: none; overflow-wrap: anywhere }
li strong { flex: 1 0 100%; color: ${tokens.colorBrand} }
li time, dt { color: ${tokens.colorMuted} }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0 }
dd { margin: 0; overflow-wrap: anywhere }
.bodies { display: grid; gap: 1rem; align-items: stretch; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)) }
iframe, pre { box-sizing: border-box; width: 100%; min-height: 75vh; margin: 0; border: 1px solid ${tokens.colorBorder}; border-radius: ${tokens.radiusCard}; background: ${tokens.colorWhite} }
pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .875rem }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return new Response(String(text), { status, headers: HEADERS });
}
