/** A note in an order's history, which the staff reads and the customer does not. */
import { type FormEvent, useState } from "react";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextAreaField } from "#app/components/ui/forms/field.tsx";
import type { AdminOrder } from "#app/features/admin/orders/admin-order.ts";
import { noteSchema } from "./event.schema.ts";
import type { EventRecorder } from "./use-record-event.ts";

export function NoteForm({ order, recorder }: { order: AdminOrder; recorder: EventRecorder }) {
  const { note, typeNote, recordNote, pending } = recorder;
  const [error, setError] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problem = noteSchema.safeParse({ text: note }).error?.issues[0]?.message;
    setError(problem);
    if (problem) event.currentTarget.querySelector("textarea")?.focus();
    else void recordNote(order);
  }

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-3">
      <UnsavedGuard dirty={note.trim() !== ""} />
      <TextAreaField
        label="Note"
        rows={2}
        hint="L'équipe la lit, le client non. L'action suivante l'enregistre aussi."
        error={error}
        value={note}
        onChange={({ target }) => {
          typeNote(target.value);
          setError(undefined);
        }}
      />
      <BusyButton
        variant="outline"
        type="submit"
        className="justify-self-start max-sm:w-full"
        busy={pending === "note"}
      >
        Ajouter la note
      </BusyButton>
    </form>
  );
}
