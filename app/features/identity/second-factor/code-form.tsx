/**
 * The form of the second step of a sign-in: a code of the authenticator app, or a recovery code. Whoever shows it
 * watches the session, or is told by `onPresented`.
 */

import { type FormEvent, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { showErrors } from "#app/lib/forms/show-errors.ts";
import { presentCode, presentRecoveryCode } from "./second-factor.ts";
import { INCOMPLETE_CODE, isCompleteCode, readCode } from "./typed-code.ts";

const KINDS = {
  app: {
    label: "Code à six chiffres",
    hint: "Il est affiché par votre application d'authentification.",
    other: "Je n'ai plus mon application",
    missing: INCOMPLETE_CODE,
    isComplete: isCompleteCode,
    present: presentCode,
  },
  recovery: {
    label: "Code de secours",
    hint: "Un des dix codes que vous avez gardés. Chacun ne sert qu'une fois.",
    other: "Utiliser mon application",
    missing: "Saisissez un code de secours.",
    isComplete: (code: string) => code.length > 0,
    present: presentRecoveryCode,
  },
};

interface CodeFormProps {
  /** The label of the button. */
  action: string;
  onPresented?(): Promise<void> | void;
}

export function CodeForm({ action, onPresented }: CodeFormProps) {
  const [kind, setKind] = useState<keyof typeof KINDS>("app");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { label, hint, other, missing, isComplete, present } = KINDS[kind];

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const code = readCode(form);
    if (!isComplete(code)) return showErrors(form, () => setError(missing));
    setBusy(true);
    const failure = await present(code);
    showErrors(form, () => setError(failure ?? undefined));
    if (failure === null) await onPresented?.();
    setBusy(false);
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        key={kind}
        name="code"
        label={label}
        hint={hint}
        error={error}
        inputMode={kind === "app" ? "numeric" : "text"}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
      />
      <BusyButton variant="primary" type="submit" className="w-full" busy={busy}>
        {busy ? "Vérification..." : action}
      </BusyButton>
      <button
        type="button"
        className="link -my-2 min-h-11 justify-self-center text-sm"
        onClick={() => {
          setKind(kind === "app" ? "recovery" : "app");
          setError(undefined);
        }}
      >
        {other}
      </button>
    </form>
  );
}
