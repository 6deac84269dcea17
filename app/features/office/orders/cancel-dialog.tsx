/** Asks why an order is cancelled: that is final, and its customer reads the reason. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import { TextAreaField } from "../../../components/ui/field.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { cancellationSchema } from "./cancellation.schema.ts";
import type { OfficeOrder } from "./office-order.ts";
import type { StatusOutcome } from "./use-order-status.ts";

interface CancelDialogProps {
  order: OfficeOrder;
  /** Null when a change of this order is under way already. */
  onConfirm(reason: string): Promise<StatusOutcome | null>;
  onClose(): void;
}

export function CancelDialog({ order: { number, customer_name }, onConfirm, onClose }: CancelDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(cancellationSchema),
    defaultValues: { reason: "" },
  });
  const { errors, isSubmitting } = formState;
  const [problem, setProblem] = useState<string | null>(null);

  const submit = handleSubmit(async ({ reason }) => {
    setProblem(null);
    const outcome = await onConfirm(reason);
    if (outcome?.kind === "failed") setProblem(outcome.message);
    else if (outcome) onClose();
  });

  return (
    <Dialog title={`Annuler la commande ${number} ?`} onClose={onClose}>
      <form noValidate method="post" onSubmit={submit} className="desk grid gap-4">
        <p className="text-sm text-ink-soft">
          La commande de {customer_name} sera annulée pour de bon et ses articles reviendront en stock.
        </p>
        <TextAreaField
          label="Motif de l'annulation"
          rows={3}
          hint="Le client le lit dans son compte."
          error={errors.reason?.message}
          {...register("reason")}
        />
        {problem && (
          <Notice tone="error" role="alert">
            {problem}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="btn btn-outline max-sm:grow" onClick={onClose}>
            Garder la commande
          </button>
          <BusyButton type="submit" className="btn btn-primary max-sm:grow" busy={isSubmitting}>
            Annuler la commande
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
