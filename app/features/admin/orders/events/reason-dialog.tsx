/** Asks why an order is cancelled or was refused. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextAreaField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { reasonSchema } from "./event.schema.ts";

interface ReasonDialogProps {
  title: string;
  label: string;
  hint: string;
  confirmLabel: string;
  /** Resolves to why nothing was recorded, or to null. */
  onConfirm(reason: string): Promise<string | null>;
  onClose(): void;
}

export function ReasonDialog({ title, label, hint, confirmLabel, onConfirm, onClose }: ReasonDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(reasonSchema),
    defaultValues: { reason: "" },
  });
  const { errors, isSubmitting } = formState;
  const [failure, setFailure] = useState<string | null>(null);

  const submit = handleSubmit(async ({ reason }) => {
    setFailure(null);
    const message = await onConfirm(reason);
    if (message === null) onClose();
    else setFailure(message);
  });

  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate method="post" onSubmit={submit} className="admin grid gap-4">
        <TextAreaField
          label={label}
          rows={3}
          hint={hint}
          error={errors.reason?.message}
          {...register("reason")}
        />
        {failure && (
          <Notice variant="error" role="alert">
            {failure}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" className="max-sm:grow" onClick={onClose}>
            Retour
          </Button>
          <BusyButton variant="primary" type="submit" className="max-sm:grow" busy={isSubmitting}>
            {confirmLabel}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
