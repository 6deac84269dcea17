/** Asks before a technician is deleted, and deletes. */
import { DeleteDialog } from "../../../components/office/delete-dialog.tsx";
import { toast, toastError } from "../../../components/ui/toast/toast.ts";
import { authClient, supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { deleteTechnician } from "./technician.mutations.ts";
import type { ListedTechnician } from "./technician.ts";

interface DeleteTechnicianProps {
  technician: Pick<ListedTechnician, "id" | "name">;
  onDeleted?(): void;
  /** Called when it is over, whether it was deleted or not. */
  onClose(): void;
}

export function DeleteTechnician({ technician: { id, name }, onDeleted, onClose }: DeleteTechnicianProps) {
  async function remove(): Promise<boolean> {
    try {
      await withRenewal(authClient, () => deleteTechnician(supabase(), id));
    } catch (error) {
      console.error("office: the technician could not be deleted", error);
      toastError("Impossible de supprimer le technicien");
      return false;
    }
    toast({ title: "Technicien supprimé", description: name });
    onDeleted?.();
    return true;
  }

  return (
    <DeleteDialog title={`Supprimer ${name} ?`} onDelete={remove} onClose={onClose}>
      Sa fiche publique et ses coordonnées sont supprimées. Les messages qu'on lui a envoyés restent.
    </DeleteDialog>
  );
}
