/** A note in an order's history, which the staff reads and the customer does not. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextAreaField } from "#app/components/ui/forms/field.tsx";
import type { AdminOrder } from "#app/features/admin/orders/admin-order.ts";
import { noteSchema } from "./event.schema.ts";
import type { EventRecorder } from "./use-record-event.ts";

export function NoteForm({ order, recorder }: { order: AdminOrder; recorder: EventRecorder }) {
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(noteSchema),
    defaultValues: { text: "" },
  });
  const submit = handleSubmit(async ({ text }) => {
    if ((await recorder.record(order, { kind: "note", data: { text } })) === null) reset();
  });
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-3">
      <TextAreaField
        label="Note"
        rows={2}
        hint="L'équipe la lit, le client non."
        error={formState.errors.text?.message}
        {...register("text")}
      />
      <BusyButton
        variant="outline"
        type="submit"
        className="justify-self-start max-sm:w-full"
        busy={formState.isSubmitting}
      >
        Ajouter la note
      </BusyButton>
    </form>
  );
}
