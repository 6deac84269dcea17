/** The team's note about a customer, which the customer reads in a copy of their data only. It is saved over the version that was read. */
import { type FormEvent, useState } from "react";
import { EditConflict } from "#app/components/admin/edit-conflict.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextAreaField } from "#app/components/ui/forms/field.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { DELETED_MESSAGE } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { useOptimisticLock } from "#app/features/admin/shared/mutations/use-optimistic-lock.ts";
import { toUserMessage, UserError } from "#app/features/admin/shared/mutations/user-error.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { saveCustomerNote } from "./customers.mutations.ts";
import { type Customer, type CustomerNote, findCustomerNote } from "./customers.queries.ts";

const MAX_LENGTH = 2000;

interface CustomerNoteFormProps {
  customer: Customer;
  initial: CustomerNote | null;
}

export function CustomerNoteForm({ customer: { id }, initial }: CustomerNoteFormProps) {
  const [text, setText] = useState(initial?.note ?? "");
  const [busy, setBusy] = useState(false);
  const { stored, conflict, save, acceptNewer } = useOptimisticLock<string, CustomerNote>(initial, {
    write: (note, base) => saveCustomerNote(getSupabase(), id, note, base),
    find: () => findCustomerNote(getSupabase(), id),
    isSaved: (note, now) => now.note === note,
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const result = await save(text.trim());
      if (result.kind === "saved") toast({ title: "Note enregistrée" });
      else if (!result.conflict.newer) throw new UserError(DELETED_MESSAGE);
    } catch (error) {
      console.error("admin: the note could not be saved", error);
      toastError(toUserMessage(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-3 p-4">
      {conflict?.newer && (
        <EditConflict
          subject="cette note"
          changes={[{ label: "Note", value: conflict.newer.note || "vide" }]}
          onAcceptTheirs={() => {
            setText(conflict.newer?.note ?? "");
            acceptNewer();
          }}
          onKeepMine={acceptNewer}
        />
      )}
      <TextAreaField
        label="Note"
        hint="Le client ne la lit que dans la copie de ses données, s'il la demande."
        optional
        rows={4}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <BusyButton
        variant="outline"
        type="submit"
        className="justify-self-start max-sm:w-full"
        busy={busy}
        disabled={text.trim() === (stored?.note ?? "") && !busy}
      >
        {busy ? "Enregistrement..." : "Enregistrer la note"}
      </BusyButton>
    </form>
  );
}
