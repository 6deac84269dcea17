/** Asks for one of a few answers, each a button: one tap is enough. */
import { useState } from "react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

interface ChoiceDialogProps<Value> {
  title: string;
  choices: readonly { label: string; value: Value }[];
  /** Resolves to why nothing was recorded, or to null. */
  onChoose(value: Value): Promise<string | null>;
  onClose(): void;
}

export function ChoiceDialog<Value>({ title, choices, onChoose, onClose }: ChoiceDialogProps<Value>) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function choose(label: string, value: Value) {
    setChosen(label);
    setFailure(null);
    const message = await onChoose(value);
    setChosen(null);
    if (message === null) onClose();
    else setFailure(message);
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className="admin grid gap-2">
        {choices.map(({ label, value }) => (
          <BusyButton
            key={label}
            variant="outline"
            busy={chosen !== null}
            onClick={() => void choose(label, value)}
          >
            {label}
          </BusyButton>
        ))}
        {failure && (
          <Notice variant="error" role="alert">
            {failure}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
