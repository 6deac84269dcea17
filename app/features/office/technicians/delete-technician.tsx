/** Asks before a technician is deleted, and deletes. */
import { DeleteDialog } from "../../../components/office/delete-dialog.tsx";
import { supabase } from "../../../lib/supabase.client.ts";
import { deleteRow } from "../delete-row.ts";
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
    const isGone = await deleteRow(() => deleteTechnician(supabase(), id), {
      what: "technician",
      done: { title: "Technicien supprimé", description: name },
      failed: "Impossible de supprimer le technicien",
    });
    if (isGone) onDeleted?.();
    return isGone;
  }

  return (
    <DeleteDialog title={`Supprimer ${name} ?`} onDelete={remove} onClose={onClose}>
      Sa fiche publique et ses coordonnées sont supprimées. Les messages qu'on lui a envoyés restent.
    </DeleteDialog>
  );
}
