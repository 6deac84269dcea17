/** Confirms the deletion of a technician, and deletes. */
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { deleteRow } from "#app/features/admin/shared/mutations/delete-row.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { deleteTechnician } from "./technician.mutations.ts";
import type { ListedTechnician } from "./technician.ts";

interface DeleteTechnicianProps {
  technician: Pick<ListedTechnician, "id" | "name">;
  onDeleted?(): void;
  /** Called at the end, whether the technician was deleted or not. */
  onClose(): void;
}

export function DeleteTechnician({ technician: { id, name }, onDeleted, onClose }: DeleteTechnicianProps) {
  async function remove(): Promise<boolean> {
    const isDeleted = await deleteRow(() => deleteTechnician(getSupabase(), id), {
      entity: "technician",
      successToast: { title: "Technicien supprimé", description: name },
      errorMessage: "Impossible de supprimer le technicien",
    });
    if (isDeleted) onDeleted?.();
    return isDeleted;
  }

  return (
    <DeleteDialog title={`Supprimer ${name} ?`} onDelete={remove} onClose={onClose}>
      Sa fiche publique et ses coordonnées sont supprimées. Les messages qu'on lui a envoyés restent.
    </DeleteDialog>
  );
}
