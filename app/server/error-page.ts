/**
 * The pages for when React Router could not render one: an error, or too many requests at once. They depend on nothing
 * that can fail, do not show the cause but a place for the id of the request (reference.ts), and
 * have only style attributes, which the content security policy allows.
 */

import { RETRY_SOON, SHOP_BUSY, UNEXPECTED_ERROR } from "#app/lib/error-messages.ts";
import * as tokens from "#design/tokens.ts";

const RETRY_AFTER_SECONDS = "5";

const BODY_STYLE = `margin:0;background:${tokens.colorSurface};color:${tokens.colorForeground};font:16px/1.5 system-ui,sans-serif`;
const MAIN_STYLE = "max-width:560px;margin:auto;padding:48px 16px;text-align:center";
const HEADING_STYLE = "margin:0 0 8px;font-size:26px;line-height:1.2";
const BUTTON_STYLE = `display:inline-flex;align-items:center;min-height:44px;margin:4px;padding:0 20px;border:1px solid ${tokens.colorBrand};border-radius:12px;font-weight:650;text-decoration:none`;
const PRIMARY_STYLE = `${BUTTON_STYLE};background:${tokens.colorBrand};color:${tokens.colorWhite}`;
const OUTLINE_STYLE = `${BUTTON_STYLE};background:${tokens.colorWhite};color:${tokens.colorForeground}`;

/** The empty address of the first link is that of the page itself. */
const createHtml = (title: string) => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body style="${BODY_STYLE}">
<main style="${MAIN_STYLE}">
<h1 style="${HEADING_STYLE}">${title}</h1>
<p>${RETRY_SOON}</p>
<p><a href="" style="${PRIMARY_STYLE}">Réessayer</a> <a href="/" style="${OUTLINE_STYLE}">Retour à l'accueil</a></p>
<p data-reference></p>
</main>
</body>
</html>
`;

const TYPE = { "content-type": "text/html; charset=utf-8" };

export function errorPage(): Response {
  return new Response(createHtml(UNEXPECTED_ERROR), { status: 500, headers: TYPE });
}

export function busyPage(): Response {
  const headers = { ...TYPE, "retry-after": RETRY_AFTER_SECONDS };
  return new Response(createHtml(SHOP_BUSY), { status: 503, headers });
}
