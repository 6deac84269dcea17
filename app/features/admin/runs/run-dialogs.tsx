/** The questions before a planned run is sent out or deleted. */
import { useNavigate } from "react-router";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { deleteRow } from "#app/features/admin/shared/mutations/delete-row.ts";
import { getToday } from "#app/lib/format/days.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { getTotals, type PlannedOrder } from "./run.ts";
import { deleteRun } from "./runs.mutations.ts";
import type { Driver } from "./runs.queries.ts";

interface SendOutDialogProps {
  /** For which the run is planned. */
  day: string;
  stops: readonly PlannedOrder[];
  driver: Driver;
  onConfirm(): Promise<void>;
  onCancel(): void;
}

export function SendOutDialog({ day, stops, driver, onConfirm, onCancel }: SendOutDialogProps) {
  return (
    <ConfirmDialog
      title="Lancer la tournée ?"
      confirmLabel="Lancer"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {day > getToday() && (
        <strong className="mb-2 block text-foreground">
          Elle est prévue le {formatDay(day)}, et les clients apprennent maintenant que leur commande est en
          route.
        </strong>
      )}
      {stops.length === 1 ? "1 commande part" : `${stops.length} commandes partent`} avec {driver.name}, qui
      doit rapporter {formatXof(getTotals(stops).due)}. Une tournée lancée ne se modifie plus ; une commande
      qui reste en magasin peut encore en être retirée.
    </ConfirmDialog>
  );
}

interface DeleteRunDialogProps {
  id: string;
  name: string;
  /** The day whose runs are shown afterwards. */
  day: string;
  onClose(): void;
}

export function DeleteRunDialog({ id, name, day, onClose }: DeleteRunDialogProps) {
  const navigate = useNavigate();
  return (
    <DeleteDialog
      title="Supprimer la tournée ?"
      onDelete={async () => {
        const isDeleted = await deleteRow(() => deleteRun(getSupabase(), id), {
          entity: "run",
          successToast: { title: "Tournée supprimée", description: name },
          errorMessage: "Impossible de supprimer la tournée",
        });
        if (isDeleted) await navigate(`/admin/runs?day=${day}`);
        return isDeleted;
      }}
      onClose={onClose}
    >
      Les commandes de «&nbsp;{name}&nbsp;» seront de nouveau à planifier.
    </DeleteDialog>
  );
}
