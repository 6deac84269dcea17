/** Gives back what an order paid more than it owes. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { Field, TextField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { createRefundSchema, type RefundInput, type RefundValues } from "./return.schema.ts";
import { refundOrder } from "./returns.mutations.ts";

const METHOD_LABELS: Readonly<Record<RefundValues["method"], string>> = {
  cash: "En espèces, du tiroir-caisse",
  mobile_money: "Par mobile money",
  order: "En avoir, sur une autre commande",
};

interface RefundDialogProps {
  order: { id: string; number: string; customer_name: string };
  /** In whole francs. */
  refundable: number;
  onClose(): void;
  onRefunded(): Promise<void>;
}

export function RefundDialog({ order, refundable, onClose, onRefunded }: RefundDialogProps) {
  const [id] = useState(randomId);
  const schema = useMemo(() => createRefundSchema(refundable), [refundable]);
  const form = useForm<RefundInput, unknown, RefundValues>({
    resolver: zodResolver(schema),
    defaultValues: { method: "cash", amount: String(refundable), reference: "", to_number: "" },
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const method = useWatch({ control, name: "method" });
  const dialog = useActionForm({
    form,
    action: "refund an order",
    act: (values) => refundOrder(getSupabase(), id, order.id, values),
    onDone: async ({ amount }) => {
      toast({ title: "Remboursement enregistré", description: `${order.number} : ${formatXof(amount)}` });
      await onRefunded();
    },
  });
  return (
    <EditDialog title={`Rembourser ${order.number}`} {...dialog} onClose={onClose}>
      <p className="text-sm text-muted">
        {order.customer_name} a payé {formatXof(refundable)} de plus que ce qui est dû.
      </p>
      <Field label="Comment" error={errors.method?.message}>
        {(field) => (
          <select {...field} {...register("method")}>
            {Object.entries(METHOD_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label="Montant (XOF)"
        inputMode="numeric"
        autoComplete="off"
        error={errors.amount?.message}
        {...register("amount")}
      />
      {method === "mobile_money" && (
        <TextField
          label="Référence du paiement"
          autoComplete="off"
          error={errors.reference?.message}
          {...register("reference")}
        />
      )}
      {method === "order" && (
        <TextField
          label="Numéro de la nouvelle commande"
          placeholder="ORD-123456"
          autoComplete="off"
          hint="Du même client, et pas encore en route."
          error={errors.to_number?.message}
          {...register("to_number")}
        />
      )}
    </EditDialog>
  );
}
