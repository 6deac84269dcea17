/** The choices of an attribute, a line each. A renamed one keeps its key, so that products keep it. */
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/components/ui/button.tsx";
import type { Choice } from "#app/lib/models/attributes.ts";

interface ChoiceListProps {
  choices: Choice[];
  error: string | undefined;
  onChange(choices: Choice[]): void;
}

export function ChoiceList({ choices, error, onChange }: ChoiceListProps) {
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  function add(index: number) {
    flushSync(() => onChange(choices.toSpliced(index, 0, { key: "", name: "" })));
    list.current?.children[index]?.querySelector("input")?.focus();
  }

  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-semibold">Choix</legend>
      <ul ref={list} className="grid gap-2 empty:hidden">
        {choices.map(({ key, name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new choice has no other key.
          <li key={index} className="flex gap-2">
            <input
              aria-label={`Choix ${index + 1}`}
              autoComplete="off"
              className="field"
              value={name}
              onChange={({ currentTarget }) =>
                onChange(choices.with(index, { key, name: currentTarget.value }))
              }
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                add(index + 1);
              }}
            />
            <button
              type="button"
              aria-label={`Retirer le choix ${index + 1}`}
              className="icon-btn shrink-0 text-danger hover:bg-surface-muted"
              onClick={() => {
                addButton.current?.focus();
                onChange(choices.toSpliced(index, 1));
              }}
            >
              <Trash2 aria-hidden size={16} />
            </button>
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
      <Button variant="outline" ref={addButton} className="w-fit" onClick={() => add(choices.length)}>
        <Plus aria-hidden size={16} />
        Ajouter un choix
      </Button>
    </fieldset>
  );
}
