/**
 * What a shopper sees when the page itself failed: never a stack, always a way on. A page that could not be fetched is
 * asked for once more as a document: the service worker has its copy, or says that there is no network.
 */
import { useEffect } from "react";

export function UnexpectedError({ error }: { error: unknown }) {
  useEffect(() => {
    // What fetch throws when nothing answers.
    if (error instanceof TypeError && navigator.serviceWorker?.controller) window.location.reload();
  }, [error]);
  return (
    <main className="mx-auto grid min-h-dvh max-w-prose content-center justify-items-center gap-4 p-6 text-center">
      <title>Erreur inattendue</title>
      <img src="/error.svg" alt="" width={200} height={160} />
      <h1 className="text-2xl">Unexpected Application Error!</h1>
      <p className="text-ink-soft">
        Une erreur inattendue s'est produite. Votre panier est conservé&nbsp;; rechargez la page ou revenez à
        l'accueil.
      </p>
      <p className="flex flex-wrap justify-center gap-3">
        {/* The page that was on its way: its address is already the window's. */}
        <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
          Réessayer
        </button>
        <a href="/" className="btn btn-outline">
          Retour à l'accueil
        </a>
      </p>
    </main>
  );
}
