/**
 * «Se déconnecter ?»: asks whoever has ordered without an account, because nothing of that session can be opened again.
 * It has a React root of its own, because the session's module knows no screen.
 */
import { createRoot } from "react-dom/client";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { Button } from "#app/components/ui/button.tsx";

/** Resolves to whether to sign out. */
export function confirmLeaving(): Promise<boolean> {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  return new Promise((resolve) => {
    function close(isLeaving: boolean) {
      root.unmount();
      container.remove();
      resolve(isLeaving);
    }
    root.render(<LeaveDialog onClose={close} />);
  });
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
