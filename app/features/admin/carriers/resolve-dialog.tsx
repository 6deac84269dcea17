/** Settles a row of a settlement that did not match. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { resolutionSchema } from "./carrier.schema.ts";
import { resolveRow } from "./carriers.mutations.ts";
import type { OpenRow } from "./carriers.queries.ts";

interface ResolveDialogProps {
  row: OpenRow;
  onClose(): void;
  onResolved(): Promise<void>;
}

export function ResolveDialog({ row, onClose, onResolved }: ResolveDialogProps) {
  const form = useForm({
    resolver: zodResolver(resolutionSchema),
    defaultValues: { order_number: "", note: "", is_surplus: false },
  });
  const { register, control, formState } = form;
  const [isSurplus, orderNumber] = useWatch({ control, name: ["is_surplus", "order_number"] });
  // Named, the order may cost just what came.
  const namesOrder = orderNumber.trim() !== "";
  const { errors } = formState;
  const dialog = useActionForm({
    form,
    action: "resolve a row of a settlement",
    act: (values) => resolveRow(getSupabase(), row, values),
    onDone: async () => {
      toast({ title: "Ligne réglée", description: row.number });
      await onResolved();
    },
  });
  return (
    <EditDialog title={`Régler la ligne ${row.number}`} {...dialog} onClose={onClose}>
      <p className="text-sm text-muted">
        Le transporteur a versé {formatXof(row.amount)}
        {row.expected_amount === null ? "." : `, la commande en coûte ${formatXof(row.expected_amount)}.`}{" "}
        {describeOutcome(row, isSurplus)}
      </p>
      {row.amount > 0 && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input type="checkbox" className="size-5 shrink-0 accent-brand" {...register("is_surplus")} />
          Ligne en trop : cet argent n'est pas arrivé
        </label>
      )}
      {row.result !== "differs" && !isSurplus && (
        <TextField
          label="Numéro de la commande"
          optional
          autoComplete="off"
          error={errors.order_number?.message}
          {...register("order_number")}
        />
      )}
      <TextAreaField
        label="Note"
        optional={row.result !== "differs" && !isSurplus && namesOrder}
        rows={2}
        hint="Requise quand les montants diffèrent."
        error={errors.note?.message}
        {...register("note")}
      />
    </EditDialog>
  );
}

function describeOutcome({ result, amount }: OpenRow, isSurplus: boolean): string {
  if (isSurplus) return "Le montant sort du compte où le relevé l'a mis, avec sa note.";
  if (result !== "differs")
    return "Nommez la commande, si vous la connaissez. Sans elle, le montant va aux écarts, avec sa note.";
  const settled = "La commande devient livrée et payée ; la différence va aux écarts, avec sa note.";
  if (amount > 0) return settled;
  return `${settled} Si le colis est revenu, notez-le d'abord sur la commande (« Refusée » ou « Absent »).`;
}
