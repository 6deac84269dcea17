/**
 * Replaces a private page whose code or session could not be fetched: says why and that the data is kept, and
 * offers a retry.
 */
import { describeFailure, getFailureStatus, NO_RESPONSE } from "#app/lib/supabase/failure-message.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

const FAILED = "La page n'a pas pu s'ouvrir";

export function OfflineNotice({ error }: { error: unknown }) {
  const isOffline = getFailureStatus(error) === NO_RESPONSE;
  return (
    <Notice variant="error" role="alert" className="grid justify-items-start gap-2">
      <p className="font-semibold">
        {isOffline ? `${FAILED}\u00a0: le réseau ne répond pas.` : describeFailure(error, `${FAILED}.`)}
      </p>
      <p className="text-foreground">Votre panier et ce que vous avez saisi sont conservés.</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Réessayer
      </Button>
    </Notice>
  );
}
