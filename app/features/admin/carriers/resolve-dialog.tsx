/** Settles a row of a settlement that did not match. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
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
    defaultValues: { order_number: "", note: "" },
  });
  const { register, formState } = form;
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
        {row.result === "differs"
          ? "La commande est livrée et payée ; la différence va aux écarts, avec sa note."
          : "Nommez la commande, si vous la connaissez. Sans elle, le montant va aux écarts, avec sa note."}
      </p>
      {row.result !== "differs" && (
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
        optional
        rows={2}
        hint="Requise quand les montants diffèrent."
        error={errors.note?.message}
        {...register("note")}
      />
    </EditDialog>
  );
}
