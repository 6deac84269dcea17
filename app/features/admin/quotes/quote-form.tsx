/**
 * The status of a quote, and the team's note about it. Other administrators' changes appear automatically.
 */

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Field, TextAreaField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { getQuoteStatusLabel } from "#app/features/admin/shared/labels/quote-labels.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { QUOTE_STATUS_VALUES } from "#app/lib/supabase/database.types.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { quoteSchema } from "./quote.schema.ts";
import { saveQuote } from "./quotes.mutations.ts";
import type { Quote } from "./quotes.queries.ts";

export function QuoteForm({ quote: { id, status, note } }: { quote: Quote }) {
  const { mutate } = useMutation();
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(quoteSchema),
    values: { status, note },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting, isDirty } = formState;

  const submit = handleSubmit(async (values) => {
    const isSaved = await mutate("Enregistrer la cotation", () => saveQuote(getSupabase(), id, values));
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
            {QUOTE_STATUS_VALUES.map((value) => (
              <option key={value} value={value}>
                {getQuoteStatusLabel(value)}
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
      <BusyButton variant="primary" type="submit" busy={isSubmitting}>
        {isSubmitting ? "Enregistrement..." : "Enregistrer"}
      </BusyButton>
    </form>
  );
}
