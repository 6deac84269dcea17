/**
 * The error page of the shop: never a stack trace, always a link onwards. When the page's data could not be
 * fetched, the page is reloaded as a document, which the service worker answers from its cache or with the
 * offline page.
 */

import { useEffect } from "react";
import { Button, buttonClass } from "#app/components/ui/button.tsx";

export function UnexpectedError({ error }: { error: unknown }) {
  useEffect(() => {
    // `fetch` throws a TypeError on a network failure.
    if (error instanceof TypeError && navigator.serviceWorker?.controller) window.location.reload();
  }, [error]);
  return (
    <main className="mx-auto grid min-h-dvh max-w-prose content-center justify-items-center gap-4 p-6 text-center">
      <title>Erreur inattendue</title>
      <img src="/error.svg" alt="" width={200} height={160} />
      <h1 className="text-2xl">Unexpected Application Error!</h1>
      <p className="text-muted">
        Une erreur inattendue s'est produite. Votre panier est conservé&nbsp;; rechargez la page ou revenez à
        l'accueil.
      </p>
      <p className="flex flex-wrap justify-center gap-3">
        {/* Reloads the page that failed to load: the URL is already its own. */}
        <Button variant="primary" onClick={() => window.location.reload()}>
          Réessayer
        </Button>
        <a href="/" className={buttonClass("outline")}>
          Retour à l'accueil
        </a>
      </p>
      {/* The server writes the id of the request here, for a call to the shop. */}
      <p data-reference="" className="text-sm text-muted select-all" suppressHydrationWarning />
    </main>
  );
}
