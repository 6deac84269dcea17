/** Asks why an order is cancelled or was refused, or what came of a conflict. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { TextAreaField } from "#app/components/ui/forms/field.tsx";
import { reasonSchema } from "./event.schema.ts";
import { EventFormEnd } from "./event-form-end.tsx";

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
        <EventFormEnd failure={failure} busy={isSubmitting} confirmLabel={confirmLabel} onClose={onClose} />
      </form>
    </Dialog>
  );
}
