/** Creates or edits a synonym: what people type, and what the shop looks for besides. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { diffFields } from "#app/features/admin/shared/mutations/diff-fields.ts";
import { type RowTexts, useRowDialog } from "#app/features/admin/shared/mutations/use-row-dialog.tsx";
import { createSynonym, updateSynonym } from "./search-terms.mutations.ts";
import { findSynonym, type Synonym } from "./search-terms.queries.ts";
import { type SynonymInput, type SynonymValues, synonymSchema } from "./synonym.schema.ts";

const SUBSTITUTE_LABEL = "La boutique ne vend pas cela : le dire au client";
const TERM_TAKEN = "Ce mot a déjà un synonyme : modifiez celui-ci";

const TEXTS: RowTexts = {
  entity: "synonym",
  subject: "ce synonyme",
  object: "le synonyme",
  newTitle: "Nouveau synonyme",
  editTitle: "Modifier le synonyme",
  added: "Synonyme ajouté",
  updated: "Synonyme mis à jour",
};

interface SynonymDialogProps {
  /** Null for a new synonym. */
  synonym: Synonym | null;
  /** What a new synonym begins with: a search without a result, or "". */
  term: string;
  onClose(): void;
  /** Called after a successful save, before the dialog closes. */
  onSaved(): Promise<void>;
}

export function SynonymDialog({ synonym, term, onClose, onSaved }: SynonymDialogProps) {
  const form = useForm({
    resolver: zodResolver(synonymSchema),
    defaultValues: toSynonymInput(synonym ?? { term, meanings: [], is_substitute: false }),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { dialog } = useRowDialog<SynonymInput, SynonymValues, Synonym>({
    form,
    row: synonym,
    texts: TEXTS,
    toInput: toSynonymInput,
    diff: diffSynonyms,
    create: createSynonym,
    update: updateSynonym,
    find: findSynonym,
    getName: ({ term }) => term,
    toFieldError: (error) =>
      error instanceof Error && error.message.includes("search_synonyms_term_key_key")
        ? { message: TERM_TAKEN, field: "term" }
        : null,
    onSaved,
    onClose,
  });

  return (
    <EditDialog {...dialog}>
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
