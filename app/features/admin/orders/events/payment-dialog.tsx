/** Asks what was paid: when an order is handed over, with what was refused of it, and when money is collected. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { type PaymentInput, type PaymentValues, paymentSchema } from "./event.schema.ts";
import { EventFormEnd } from "./event-form-end.tsx";
import type { OrderItem } from "./order-item.ts";

interface PaymentDialogProps {
  title: string;
  confirmLabel: string;
  /** What is still to pay, in francs. */
  outstanding: number;
  /** The lines of which pieces can be refused. */
  items: readonly OrderItem[];
  /** Resolves to why nothing was recorded, or to null. */
  onConfirm(values: PaymentValues): Promise<string | null>;
  onClose(): void;
}

export function PaymentDialog({
  title,
  confirmLabel,
  outstanding,
  items,
  onConfirm,
  onClose,
}: PaymentDialogProps) {
  const { register, handleSubmit, formState } = useForm<PaymentInput, unknown, PaymentValues>({
    resolver: zodResolver(paymentSchema),
    defaultValues: {
      cash: String(outstanding),
      mobile_money: "",
      reference: "",
      refused: items.map(() => ({ pieces: "" })),
    },
  });
  const { errors, isSubmitting } = formState;
  const [failure, setFailure] = useState<string | null>(null);

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    const message = await onConfirm(values);
    if (message === null) onClose();
    else setFailure(message);
  });

  return (
    <Dialog title={title} onClose={onClose} closeOnBackdrop={false}>
      <form noValidate method="post" onSubmit={submit} className="admin grid gap-4">
        <p className="text-sm text-muted">
          Reste à payer : <strong className="text-foreground">{formatXof(outstanding)}</strong>
        </p>
        <TextField
          label="En espèces (XOF)"
          inputMode="numeric"
          autoComplete="off"
          error={errors.cash?.message}
          {...register("cash")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Paiement mobile (XOF)"
            optional
            inputMode="numeric"
            autoComplete="off"
            error={errors.mobile_money?.message}
            {...register("mobile_money")}
          />
          <TextField
            label="Référence"
            optional
            autoComplete="off"
            error={errors.reference?.message}
            {...register("reference")}
          />
        </div>
        {items.length > 0 && (
          <details className="rounded-md border border-border px-3">
            <summary className="flex min-h-11 items-center text-sm font-semibold">
              Des articles sont refusés
            </summary>
            <div className="grid gap-3 pb-3">
              <p className="text-sm text-muted">Ôtez aussi leur prix du montant payé.</p>
              {items.map(({ position, name, unit_price, quantity, returned_quantity }, index) => (
                <TextField
                  key={position}
                  label={name}
                  hint={`Sur ${formatCount(quantity - returned_quantity, "pièce", "pièces")} à ${formatXof(unit_price)}`}
                  placeholder="0"
                  optional
                  inputMode="numeric"
                  autoComplete="off"
                  error={errors.refused?.[index]?.pieces?.message}
                  {...register(`refused.${index}.pieces`)}
                />
              ))}
            </div>
          </details>
        )}
        <EventFormEnd failure={failure} busy={isSubmitting} confirmLabel={confirmLabel} onClose={onClose} />
      </form>
    </Dialog>
  );
}
