/** The options of a product: their names, and their choices, typed as a list and shown one by one. */
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import Trash2 from "lucide-react/icons/trash-2";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Field, TextField } from "#app/components/ui/forms/field.tsx";
import type { ProductOption } from "#app/features/admin/shared/fields/variant-fields.ts";
import { parseChoices } from "./variant-rows.ts";

export interface OptionActions {
  rename(name: string): void;
  remove(): void;
  addChoices(choices: string[]): void;
  renameChoice(choice: string, name: string): void;
  moveChoice(choice: string, by: -1 | 1): void;
  removeChoice(choice: string): void;
}

interface OptionFieldsProps {
  /** From 1. */
  number: number;
  option: ProductOption;
  errors: { name: string | undefined; choices: string | undefined };
  actions: OptionActions;
}

export function OptionFields({ number, option: { name, choices }, errors, actions }: OptionFieldsProps) {
  const [typed, setTyped] = useState("");
  const [edited, setEdited] = useState<string | null>(null);
  const label = name.trim() || `l'option ${number}`;

  function add(text: string) {
    const added = parseChoices(text);
    if (added.length > 0) actions.addChoices(added);
    setTyped("");
  }

  return (
    <li
      aria-label={`Option ${number}`}
      className="grid gap-3 border-b border-border p-4 sm:grid-cols-[12rem_1fr_auto] sm:items-start"
    >
      <TextField
        label={`Option ${number}`}
        placeholder="Diamètre"
        autoComplete="off"
        maxLength={60}
        error={errors.name}
        value={name}
        onChange={({ target }) => actions.rename(target.value)}
        onKeyDown={preventSubmit}
      />
      <div className="grid gap-2">
        <Field
          label="Choix"
          hint="Séparés par des virgules, ou collés d'une colonne de tableur. Entrée les ajoute."
          error={errors.choices}
        >
          {(control) => (
            <input
              {...control}
              aria-label={`Choix de ${label}`}
              placeholder="20 mm, 25 mm, 32 mm"
              autoComplete="off"
              value={typed}
              onChange={({ target }) =>
                /[,;]$/.test(target.value) ? add(target.value) : setTyped(target.value)
              }
              onBlur={() => add(typed)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add(typed);
              }}
              onPaste={(event) => {
                const text = event.clipboardData.getData("text");
                if (parseChoices(text).length < 2) return;
                event.preventDefault();
                add(`${typed}${text}`);
              }}
            />
          )}
        </Field>
        {choices.length > 0 && (
          <ul aria-label={`Les choix de ${label}`} className="flex flex-wrap gap-1.5">
            {choices.map((choice, index) => (
              <li key={choice}>
                {edited === choice ? (
                  <ChoiceEditor
                    choice={choice}
                    isFirst={index === 0}
                    isLast={index === choices.length - 1}
                    actions={actions}
                    onClose={() => setEdited(null)}
                  />
                ) : (
                  <button
                    type="button"
                    aria-label={`Modifier le choix ${choice}`}
                    className="inline-flex min-h-11 cursor-pointer items-center rounded-full border border-border-strong bg-surface px-3 text-sm font-medium hover:bg-surface-muted md:min-h-8"
                    onClick={() => setEdited(choice)}
                  >
                    {choice}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <button
        type="button"
        aria-label={`Retirer ${label}`}
        title="Retirer l'option"
        className="icon-btn justify-self-end text-danger hover:bg-surface-muted sm:mt-6"
        onClick={actions.remove}
      >
        <Trash2 aria-hidden size={16} />
      </button>
    </li>
  );
}

interface ChoiceEditorProps {
  choice: string;
  isFirst: boolean;
  isLast: boolean;
  actions: OptionActions;
  onClose(): void;
}

/** A choice that was pressed: renamed, moved or removed where it stands. */
function ChoiceEditor({ choice, isFirst, isLast, actions, onClose }: ChoiceEditorProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const rename = () => actions.renameChoice(choice, input.current?.value ?? "");
  return (
    <fieldset
      className="inline-flex items-center gap-0.5 rounded-lg border border-border-strong bg-surface-muted p-0.5"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        rename();
        onClose();
      }}
    >
      <legend className="sr-only">Le choix {choice}</legend>
      <label htmlFor={id} className="sr-only">
        Nom du choix
      </label>
      <input
        // biome-ignore lint/a11y/noAutofocus: the press on the choice asks for the field.
        autoFocus
        ref={input}
        id={id}
        className="field w-32"
        autoComplete="off"
        maxLength={60}
        defaultValue={choice}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.currentTarget.value = choice;
            onClose();
          }
          if (event.key !== "Enter") return;
          event.preventDefault();
          rename();
          onClose();
        }}
      />
      <button
        type="button"
        aria-label={`Avancer ${choice}`}
        title="Avancer"
        disabled={isFirst}
        className="icon-btn disabled:opacity-35"
        onClick={() => actions.moveChoice(choice, -1)}
      >
        <ArrowLeft aria-hidden size={16} />
      </button>
      <button
        type="button"
        aria-label={`Reculer ${choice}`}
        title="Reculer"
        disabled={isLast}
        className="icon-btn disabled:opacity-35"
        onClick={() => actions.moveChoice(choice, 1)}
      >
        <ArrowRight aria-hidden size={16} />
      </button>
      <button
        type="button"
        aria-label={`Retirer le choix ${choice}`}
        title="Retirer"
        className="icon-btn text-danger"
        onClick={() => actions.removeChoice(choice)}
      >
        <Trash2 aria-hidden size={16} />
      </button>
    </fieldset>
  );
}

function preventSubmit(event: KeyboardEvent) {
  if (event.key === "Enter") event.preventDefault();
}
