/**
 * The page for an error for which React Router itself could not render one. It depends on nothing that can
 * fail, does not show the cause, and has no style that the content security policy would have to allow.
 */
import { RETRY_SOON, UNEXPECTED_ERROR } from "#app/lib/error-messages.ts";

const HTML = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${UNEXPECTED_ERROR}</title>
</head>
<body>
<main>
<h1>${UNEXPECTED_ERROR}</h1>
<p>${RETRY_SOON}</p>
<p><a href="/">Retour à l'accueil</a></p>
</main>
</body>
</html>
`;

export function errorPage(): Response {
  return new Response(HTML, { status: 500, headers: { "content-type": "text/html; charset=utf-8" } });
}
