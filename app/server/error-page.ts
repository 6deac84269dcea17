/**
 * The pages for when React Router could not render one: an error, or too many requests at once. They depend on nothing
 * that can fail, do not show the cause but a place for the id of the request (reference.ts), and have no style that the content security policy would have to allow.
 */
import { RETRY_SOON, SHOP_BUSY, UNEXPECTED_ERROR } from "#app/lib/error-messages.ts";

const RETRY_AFTER_SECONDS = "5";

const createHtml = (title: string) => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${RETRY_SOON}</p>
<p><a href="/">Retour à l'accueil</a></p>
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
