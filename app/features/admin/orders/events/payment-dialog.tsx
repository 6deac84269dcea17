/** Asks what was paid: when an order is handed over, with what was refused of it, and when money is collected. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { formatSteps, formatUnitName } from "#app/features/admin/shared/labels/line-quantities.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import { getLineCredit } from "#app/lib/models/line-credit.ts";
import { type PaymentInput, type PaymentValues, paymentSchema } from "./event.schema.ts";
import { EventFormEnd } from "./event-form-end.tsx";
import type { OrderItem } from "./order-item.ts";

interface PaymentDialogProps {
  title: string;
  confirmLabel: string;
  /** What is still to pay, in francs. */
  outstanding: number;
  /** Whether money may be recorded; the database refuses it otherwise. */
  takesMoney: boolean;
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
  takesMoney,
  items,
  onConfirm,
  onClose,
}: PaymentDialogProps) {
  const form = useForm<PaymentInput, unknown, PaymentValues>({
    resolver: zodResolver(paymentSchema),
    defaultValues: {
      cash: String(takesMoney ? Math.max(0, outstanding) : 0),
      mobile_money: "",
      reference: "",
      refused: items.map(() => ({ pieces: "" })),
    },
  });
  const { register, handleSubmit, control, setValue, formState } = form;
  const { dirtyFields, errors, isSubmitting } = formState;
  const due = getReducedAmount(outstanding, items, useWatch({ control, name: "refused" }));
  const isFollowing = takesMoney && !dirtyFields.cash;
  // The amount follows what is refused, and what others change meanwhile, until somebody types another one.
  useEffect(() => {
    if (isFollowing) setValue("cash", String(due));
  }, [isFollowing, due, setValue]);
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
          Reste à payer : <strong className="text-foreground">{formatXof(due)}</strong>
        </p>
        {takesMoney ? (
          <>
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
          </>
        ) : (
          due > 0 && (
            <p className="text-sm text-muted">
              La caisse encaisse ensuite : votre rôle ne permet pas d'encaisser.
            </p>
          )
        )}
        {items.length > 0 && (
          <details className="rounded-md border border-border px-3">
            <summary className="flex min-h-11 items-center text-sm font-semibold">
              Des articles sont refusés
            </summary>
            <div className="grid gap-3 pb-3">
              {items.map(({ position, name, sold_by, quantity, returned_quantity }, index) => (
                <TextField
                  key={position}
                  label={formatUnitName(name, sold_by)}
                  hint={`Sur ${formatSteps(quantity - returned_quantity, sold_by)}`}
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

/** What is still to pay when so many pieces of the lines are refused. */
function getReducedAmount(
  outstanding: number,
  items: readonly OrderItem[],
  refused: PaymentInput["refused"],
): number {
  const credit = items.reduce((sum, item, index) => {
    const pieces = parseWholeNumber(refused[index]?.pieces ?? "");
    const isPossible = pieces <= item.quantity - item.returned_quantity;
    return sum + (isPossible ? getLineCredit(item, pieces) : 0);
  }, 0);
  return Math.max(0, outstanding - credit);
}
