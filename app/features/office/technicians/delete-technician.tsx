/** Asks before a technician is deleted, and deletes. */
import { ConfirmDialog } from "../../../components/office/confirm-dialog.tsx";
import { toast, toastError } from "../../../components/ui/toast/toast.ts";
import { authClient, supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { deleteTechnician } from "./technician.mutations.ts";
import { readTechnician } from "./technician.queries.ts";
import type { ListedTechnician } from "./technician.ts";

const FAILED = "Impossible de supprimer le technicien";

interface DeleteTechnicianProps {
  technician: Pick<ListedTechnician, "id" | "name">;
  onDeleted(): void;
  /** Called when it is over, whether it was deleted or not. */
  onClose(): void;
}

export function DeleteTechnician({ technician: { id, name }, onDeleted, onClose }: DeleteTechnicianProps) {
  async function remove() {
    try {
      const gone = await withRenewal(authClient, async () => {
        const client = supabase();
        return (await deleteTechnician(client, id)) || (await readTechnician(client, id)) === null;
      });
      if (gone) {
        toast({ title: "Technicien supprimé", description: name });
        onDeleted();
      } else {
        toastError(FAILED);
      }
    } catch (error) {
      console.error("office: the technician could not be deleted", error);
      toastError(FAILED);
    }
    onClose();
  }

  return (
    <ConfirmDialog title={`Supprimer ${name} ?`} confirm="Supprimer" onConfirm={remove} onCancel={onClose}>
      Sa fiche publique et ses coordonnées sont supprimées. Les messages qu'on lui a envoyés restent.
    </ConfirmDialog>
  );
}
