/** «Se déconnecter ?»: asks whoever has ordered without an account, because nothing of that session can be opened again. */
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { openDialog } from "#app/components/dialog/open-dialog.ts";
import { Button } from "#app/components/ui/button.tsx";

/** Resolves to whether to sign out. */
export function confirmLeaving(): Promise<boolean> {
  return openDialog((close) => <LeaveDialog onClose={close} />);
}

function LeaveDialog({ onClose }: { onClose(isLeaving: boolean): void }) {
  return (
    <Dialog title="Se déconnecter ?" onClose={() => onClose(false)}>
      <div className="grid gap-4">
        <p>
          Vous commandez sans compte : une fois déconnecté, cet appareil ne montre plus vos commandes, ni vos
          lieux et votre liste de souhaits.
        </p>
        <p>
          Pour tout garder, créez d'abord votre compte. Une commande en cours se retrouve aussi par le lien de
          son suivi, ou avec son numéro et votre téléphone à la page « Suivi ».
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            onClick={() => {
              onClose(false);
              window.location.assign("/account#keep");
            }}
          >
            Créer mon compte
          </Button>
          <Button variant="outline" onClick={() => onClose(true)}>
            Se déconnecter
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
