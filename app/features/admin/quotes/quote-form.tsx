/**
 * The status of a quote, and the team's note about it. While nothing is typed, other administrators' changes appear
 * by themselves.
 */

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Field, TextAreaField } from "#app/components/ui/forms/field.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { getQuoteStatusLabel } from "#app/features/admin/shared/labels/quote-labels.ts";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { useRowForm } from "#app/features/admin/shared/mutations/use-row-form.tsx";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { QUOTE_STATUS_VALUES } from "#app/lib/supabase/database.types.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { type QuoteValues, quoteSchema } from "./quote.schema.ts";
import { saveQuote } from "./quotes.mutations.ts";
import { findQuote, type Quote } from "./quotes.queries.ts";

export function QuoteForm({ quote }: { quote: Quote }) {
  const { revalidate } = useRevalidator();
  const form = useForm({ resolver: zodResolver(quoteSchema), defaultValues: toQuoteInput(quote) });
  const { register, reset, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const { onSubmit, conflict } = useRowForm<QuoteValues, QuoteValues, Quote>({
    form,
    row: quote,
    toInput: toQuoteInput,
    diff: diffQuotes,
    write: (values, base) => saveQuote(getSupabase(), quote.id, values, base ?? quote.updated_at),
    find: () => findQuote(getSupabase(), quote.id),
    entity: "quote",
    subject: "cette cotation",
    reportFailure: (error) => {
      const message = toUserMessage(error);
      toastError(message);
      return { message };
    },
    onSaved: async (values) => {
      reset(values);
      toast({ title: "Cotation enregistrée" });
      await revalidate();
    },
  });

  return (
    <form noValidate method="post" onSubmit={onSubmit} className="grid gap-4">
      <UnsavedGuard dirty={isDirty && !isSubmitting} />
      {conflict}
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

const toQuoteInput = ({ status, note }: QuoteValues): QuoteValues => ({ status, note });

/** The status in the words of the screen. */
const diffQuotes = (before: QuoteValues, now: QuoteValues) =>
  diffFields(
    [
      ["status", "Statut"],
      ["note", "Note"],
    ],
    toLabelled(before),
    toLabelled(now),
  );

const toLabelled = ({ status, note }: QuoteValues) => ({ status: getQuoteStatusLabel(status), note });
