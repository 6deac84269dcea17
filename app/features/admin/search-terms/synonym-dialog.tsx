/** Creates or edits a synonym: what people type, and what the shop looks for besides. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { reportSaveFailure } from "#app/features/admin/shared/mutations/report-save-failure.ts";
import { useRowForm } from "#app/features/admin/shared/mutations/use-row-form.tsx";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { createSynonym, updateSynonym } from "./search-terms.mutations.ts";
import { findSynonym, type Synonym } from "./search-terms.queries.ts";
import { type SynonymInput, type SynonymValues, synonymSchema } from "./synonym.schema.ts";

const SUBSTITUTE_LABEL = "La boutique ne vend pas cela : le dire au client";
const TERM_TAKEN = "Ce mot a déjà un synonyme : modifiez celui-ci";

interface SynonymDialogProps {
  /** Null for a new synonym. */
  synonym: Synonym | null;
  /** What a new synonym begins with: a search without a result, or "". */
  term: string;
  onClose(): void;
  /** Called after a successful save; the dialog stays busy until it resolves. */
  onSaved(values: SynonymValues): Promise<void>;
}

export function SynonymDialog({ synonym, term, onClose, onSaved }: SynonymDialogProps) {
  const [newId] = useState(randomId);
  const id = synonym?.id ?? newId;
  const form = useForm({
    resolver: zodResolver(synonymSchema),
    defaultValues: toSynonymInput(synonym ?? { term, meanings: [], is_substitute: false }),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const dialog = useRowForm<SynonymInput, SynonymValues, Synonym>({
    form,
    row: synonym,
    toInput: toSynonymInput,
    diff: diffSynonyms,
    write: (values, base) =>
      base === null
        ? createSynonym(getSupabase(), id, values)
        : updateSynonym(getSupabase(), id, values, base),
    find: () => findSynonym(getSupabase(), id),
    entity: "synonym",
    subject: "ce synonyme",
    reportFailure: (error) => {
      if (error instanceof Error && error.message.includes("search_synonyms_term_key_key"))
        return { message: TERM_TAKEN, field: "term" };
      return reportSaveFailure(
        synonym ? "Impossible de mettre à jour le synonyme" : "Impossible d'ajouter le synonyme",
        error,
      );
    },
    onSaved: async (values) => {
      toast({ title: synonym ? "Synonyme mis à jour" : "Synonyme ajouté", description: values.term });
      await onSaved(values);
    },
  });

  return (
    <EditDialog title={synonym ? "Modifier le synonyme" : "Nouveau synonyme"} {...dialog} onClose={onClose}>
      <TextField
        label="Ce que les clients écrivent"
        autoComplete="off"
        autoCapitalize="none"
        error={errors.term?.message}
        {...register("term")}
      />
      <TextAreaField
        label="Ce que la boutique cherche aussi"
        rows={4}
        autoCapitalize="none"
        hint="Un mot ou quelques mots par ligne, comme dans les noms des produits : «réservoir», «tube pvc»."
        error={errors.meanings?.message}
        {...register("meanings")}
      />
      <label className="flex min-h-11 items-center gap-3 text-sm md:min-h-9">
        <input type="checkbox" className="size-5 shrink-0 accent-brand" {...register("is_substitute")} />
        {SUBSTITUTE_LABEL}
      </label>
    </EditDialog>
  );
}

const toSynonymInput = ({ term, meanings, is_substitute }: SynonymValues): SynonymInput => ({
  term,
  meanings: meanings.join("\n"),
  is_substitute,
});

const diffSynonyms = (before: SynonymValues, now: SynonymValues) =>
  diffFields(
    [
      ["term", "Ce que les clients écrivent"],
      ["meanings", "Ce que la boutique cherche aussi"],
      ["is_substitute", SUBSTITUTE_LABEL],
    ],
    toSynonymInput(before),
    toSynonymInput(now),
  );
