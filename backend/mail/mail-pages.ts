/**
 * `/mails`: what the shop would have sent, for whoever develops or tries it on this machine. The mails hold links that
 * act for customers, so that the pages exist only where nobody else can be asking: no mail server is configured, the
 * shop's own address is this machine's, and so are the caller's and the name that it calls. A proxy in front comes
 * from here as well, and some name themselves localhost; a shop behind one has a public address.
 */
import type { IncomingHttpHeaders } from "node:http";
import { html } from "hono/html";
import type { Config } from "../core/config.ts";
import { addressText, findKeptMail, type KeptMail, listKeptMails, mailDirectory } from "./kept-mails.ts";

const LISTED = 100;

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};

/** What of Node's own request tells who asks for what. */
interface Caller {
  method?: string;
  url?: string;
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string };
}

interface MailPages {
  /** Whether this request is for these pages, and may see them. */
  answers(request: Caller): boolean;
  fetch(request: Request): Promise<Response>;
}

/** Whether a shop with this configuration has such pages at all. */
export function hasMailPages({ mail, siteUrl }: Pick<Config, "mail" | "siteUrl">): boolean {
  return mail.smtpUrl === null && LOCAL.test(new URL(siteUrl).host);
}

export function createMailPages(config: Pick<Config, "mail" | "dataDir" | "siteUrl">): MailPages {
  const directory = mailDirectory(config.dataDir);
  const isOpen = hasMailPages(config);
  return {
    answers: ({ url = "", method = "", headers, socket }) =>
      isOpen &&
      /^\/mails(\/|\?|$)/.test(url) &&
      (method === "GET" || method === "HEAD") &&
      isLoopback(socket.remoteAddress ?? "") &&
      LOCAL.test(headers.host ?? "") &&
      headers.forwarded === undefined &&
      headers["x-forwarded-for"] === undefined,
    fetch: async (request) => {
      const file = new URL(request.url).pathname.slice("/mails/".length);
      if (file === "") return page(200, "Mails", list(await listKeptMails(directory, LISTED)));
      const found = await findKeptMail(directory, file);
      if (!found) return page(404, "Mail introuvable", html`<p>Ce mail n'existe pas (ou plus).</p>`);
      return page(200, found.subject ?? "Sans objet", letter(found));
    },
  };
}

function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(address);
}

const time = new Intl.DateTimeFormat("fr-FR", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "Africa/Ouagadougou",
});

function timeOf({ date }: KeptMail): string {
  return date ? time.format(new Date(date)) : "";
}

function list(mails: KeptMail[]) {
  if (mails.length === 0) {
    return html`<p>Aucun mail pour l'instant. Passez une commande : sa confirmation arrive ici en quelques secondes.</p>`;
  }
  return html`<p>Aucun serveur de mail n'est configuré (<code>SMTP_URL</code>) : ce que la boutique aurait envoyé reste ici, le plus récent d'abord.</p>
<ul>${mails.map(
    (
      mail,
    ) => html`<li><a href="/mails/${mail.file}"><strong>${mail.subject}</strong><span>${addressText(mail.to)}</span><time>${timeOf(mail)}</time></a></li>
`,
  )}</ul>`;
}

function letter(mail: KeptMail) {
  // Its own links open beside this page; the frame runs nothing and loads nothing.
  const framed = `<base target="_blank">${mail.html ?? ""}`;
  return html`<p><a href="/mails">← Tous les mails</a></p>
<dl>
<dt>De</dt><dd>${addressText(mail.from)}</dd>
<dt>À</dt><dd>${addressText(mail.to)}</dd>
<dt>Réponse à</dt><dd>${addressText(mail.replyTo)}</dd>
<dt>Date</dt><dd>${timeOf(mail)}</dd>
</dl>
<div class="forms">
<iframe title="Le mail en HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed}"></iframe>
<pre aria-label="Le mail en texte">${mail.text}</pre>
</div>`;
}

async function page(status: number, title: string, body: unknown): Promise<Response> {
  const text = await html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body { margin: 0 auto; max-width: 80rem; padding: 1.5rem 1rem; background: #faf6ef; color: #1d1a17; font: 1rem/1.5 system-ui, sans-serif }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25 }
a { color: #b8391a }
ul { margin: 0; padding: 0; list-style: none; background: #fff; border: 1px solid #e9e1d5; border-radius: 14px }
li + li { border-top: 1px solid #e9e1d5 }
li a { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .75rem 1rem; color: inherit; text-decoration: none; overflow-wrap: anywhere }
li strong { flex: 1 0 100%; color: #b8391a }
li time, dt { color: #5e564e }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0 }
dd { margin: 0; overflow-wrap: anywhere }
.forms { display: grid; gap: 1rem; align-items: stretch; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)) }
iframe, pre { box-sizing: border-box; width: 100%; min-height: 75vh; margin: 0; border: 1px solid #e9e1d5; border-radius: 14px; background: #fff }
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
