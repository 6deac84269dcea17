/**
 * Replaces a private page whose code or session could not be fetched: says that the data is kept, and offers
 * a retry.
 */
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

export function OfflineNotice() {
  return (
    <Notice variant="error" role="alert" className="grid justify-items-start gap-2">
      <p className="font-semibold">La page n'a pas pu s'ouvrir&nbsp;: le réseau ne répond pas.</p>
      <p className="text-foreground">Votre panier et ce que vous avez saisi sont conservés.</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Réessayer
      </Button>
    </Notice>
  );
}
