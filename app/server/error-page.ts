/**
 * The page for an error for which React Router itself could not render one. It has no dependencies, does not
 * show the cause, and has no style that the content security policy would have to allow.
 */
const HTML = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Une erreur inattendue s'est produite</title>
</head>
<body>
<main>
<h1>Une erreur inattendue s'est produite</h1>
<p>Réessayez dans un instant.</p>
<p><a href="/">Retour à l'accueil</a></p>
</main>
</body>
</html>
`;

export function errorPage(): Response {
  return new Response(HTML, { status: 500, headers: { "content-type": "text/html; charset=utf-8" } });
}
