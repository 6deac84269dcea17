/** How far a quote is, and what administrators tell each other about it. What others save appears by itself. */

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { UnsavedGuard } from "../../../components/office/unsaved-guard.tsx";
import { BusyButton } from "../../../components/ui/busy-button.tsx";
import { Field, TextAreaField } from "../../../components/ui/field.tsx";
import { toast } from "../../../components/ui/toast/toast.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { statusLabel } from "../status-tones.ts";
import { useChange } from "../use-change.ts";
import { quoteSchema } from "./quote.schema.ts";
import { QUOTE_STATUSES } from "./quote-states.ts";
import { saveQuote } from "./quotes.mutations.ts";
import type { Quote } from "./quotes.queries.ts";

export function QuoteForm({ quote: { id, status, note } }: { quote: Quote }) {
  const { change } = useChange();
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(quoteSchema),
    values: { status, note },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting, isDirty } = formState;

  const submit = handleSubmit(async (values) => {
    const isSaved = await change("Enregistrer la cotation", () => saveQuote(supabase(), id, values));
    if (!isSaved) return;
    reset(values);
    toast({ title: "Cotation enregistrée" });
  });

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <UnsavedGuard dirty={isDirty && !isSubmitting} />
      <Field label="Statut" error={errors.status?.message}>
        {(control) => (
          <select {...register("status")} {...control} className="field">
            {QUOTE_STATUSES.map((value) => (
              <option key={value} value={value}>
                {statusLabel(value)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextAreaField
        label="Note"
        optional
        rows={4}
        hint="Pour l'équipe : le client ne la voit pas."
        error={errors.note?.message}
        {...register("note")}
      />
      <BusyButton type="submit" className="btn btn-primary" busy={isSubmitting}>
        {isSubmitting ? "Enregistrement..." : "Enregistrer"}
      </BusyButton>
    </form>
  );
}
