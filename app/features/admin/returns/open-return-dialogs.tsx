/** Opens a return for a customer: first the order by its number, then its lines. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { formatUnitName } from "#app/features/admin/shared/labels/line-quantities.ts";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { UserError } from "#app/features/admin/shared/mutations/user-error.ts";
import { ORDER_NOT_FOUND } from "#app/lib/error-messages.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { createReturnSchema, orderNumberSchema } from "./return.schema.ts";
import { openReturn } from "./returns.mutations.ts";
import { findReturnableOrder, type ReturnableOrder } from "./returns.queries.ts";

interface FindOrderDialogProps {
  onClose(): void;
  onFound(order: ReturnableOrder): void;
}

export function FindOrderDialog({ onClose, onFound }: FindOrderDialogProps) {
  const [found, setFound] = useState<ReturnableOrder | null>(null);
  const form = useForm({ resolver: zodResolver(orderNumberSchema), defaultValues: { number: "" } });
  const dialog = useActionForm({
    form,
    action: "find an order to return",
    act: async ({ number }) => {
      const order = await findReturnableOrder(getSupabase(), number);
      if (!order) throw new UserError(ORDER_NOT_FOUND);
      if (order.lines.length === 0)
        throw new UserError(
          "Rien de cette commande ne peut être retourné : elle n'est pas livrée, ou tout l'est déjà.",
        );
      setFound(order);
    },
    onDone: async () => {},
  });
  if (found) return <OpenReturnDialog order={found} onClose={onClose} onOpened={() => onFound(found)} />;
  return (
    <EditDialog title="Ouvrir un retour" {...dialog} onClose={onClose}>
      <TextField
        label="Numéro de la commande"
        placeholder="ORD-123456"
        autoComplete="off"
        error={form.formState.errors.number?.message}
        {...form.register("number")}
      />
    </EditDialog>
  );
}

interface OpenReturnDialogProps {
  order: ReturnableOrder;
  onClose(): void;
  onOpened(): void;
}

function OpenReturnDialog({ order, onClose, onOpened }: OpenReturnDialogProps) {
  const [id] = useState(randomId);
  const { lines } = order;
  const schema = useMemo(() => createReturnSchema(lines.map(({ returnable }) => returnable)), [lines]);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { reason: "", quantities: lines.map(() => "") },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const dialog = useActionForm({
    form,
    action: "open a return",
    act: ({ reason, quantities }) =>
      openReturn(getSupabase(), {
        id,
        order_id: order.id,
        reason,
        lines: lines
          .map(({ line_position }, index) => ({ position: line_position, quantity: quantities[index] ?? 0 }))
          .filter(({ quantity }) => quantity > 0),
      }),
    onDone: async () => {
      toast({ title: "Retour ouvert", description: order.number });
      onOpened();
    },
  });
  const message = errors.quantities?.root?.message ?? errors.quantities?.message;
  return (
    <EditDialog title={`Retour de ${order.number}`} {...dialog} onClose={onClose}>
      <p className="text-sm text-muted">{order.customer_name}</p>
      {lines.map(({ line_position, name, returnable, sold_by }, index) => (
        <TextField
          key={line_position}
          label={formatUnitName(name, sold_by)}
          optional
          inputMode="numeric"
          autoComplete="off"
          hint={`${returnable} au plus`}
          error={errors.quantities?.[index]?.message}
          {...register(`quantities.${index}`)}
        />
      ))}
      {message && (
        <p role="alert" className="text-sm font-medium text-danger">
          {message}
        </p>
      )}
      <TextAreaField
        label="Motif du retour"
        rows={2}
        error={errors.reason?.message}
        {...register("reason")}
      />
    </EditDialog>
  );
}
