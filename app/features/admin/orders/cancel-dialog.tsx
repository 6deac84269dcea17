/** Asks for the reason of a cancellation. A cancellation is final, and the customer reads its reason. */

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextAreaField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { AdminOrder } from "./admin-order.ts";
import { cancellationSchema } from "./cancellation.schema.ts";
import type { StatusChangeResult } from "./use-order-status-mutation.ts";

interface CancelDialogProps {
  order: AdminOrder;
  /** Resolves to null when another change of this order is pending. */
  onConfirm(reason: string): Promise<StatusChangeResult | null>;
  onClose(): void;
}

export function CancelDialog({ order: { number, customer_name }, onConfirm, onClose }: CancelDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(cancellationSchema),
    defaultValues: { reason: "" },
  });
  const { errors, isSubmitting } = formState;
  const [errorMessage, setErrorMessage] = useState<string | null>(null);

  const submit = handleSubmit(async ({ reason }) => {
    setErrorMessage(null);
    const result = await onConfirm(reason);
    if (result?.kind === "failed") setErrorMessage(result.message);
    else if (result) onClose();
  });

  return (
    <Dialog title={`Annuler la commande ${number} ?`} onClose={onClose}>
      <form noValidate method="post" onSubmit={submit} className="admin grid gap-4">
        <p className="text-sm text-muted">
          La commande de {customer_name} sera annulée pour de bon et ses articles reviendront en stock.
        </p>
        <TextAreaField
          label="Motif de l'annulation"
          rows={3}
          hint="Le client le lit dans son compte."
          error={errors.reason?.message}
          {...register("reason")}
        />
        {errorMessage && (
          <Notice variant="error" role="alert">
            {errorMessage}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" className="max-sm:grow" onClick={onClose}>
            Garder la commande
          </Button>
          <BusyButton variant="primary" type="submit" className="max-sm:grow" busy={isSubmitting}>
            Annuler la commande
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
