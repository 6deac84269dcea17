/** Asks again for the password, a code of the second factor, or a code by text message or mail. */

import { type SubmitEvent, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { PasswordField } from "#app/components/ui/forms/password-field.tsx";
import { CodeForm } from "#app/features/identity/second-factor/code-form.tsx";
import {
  INCOMPLETE_CODE,
  isCompleteCode,
  readCode,
} from "#app/features/identity/second-factor/typed-code.ts";
import { formatPhone } from "#app/lib/format/phone.ts";
import { showErrors } from "#app/lib/forms/show-errors.ts";
import { CURRENT_PASSWORD_REQUIRED } from "#app/lib/forms/validation-messages.ts";
import {
  type AccountProof,
  type CodeProof,
  presentPassword,
  presentProofCode,
  sendProofCode,
} from "./account-proof.ts";

interface ProofFormProps {
  proof: AccountProof;
  /** The label of the button. */
  action: string;
  /** The button's color: `danger` where it does what cannot be undone. */
  variant: "primary" | "danger";
  /** Called when the session is one that was just opened. */
  onProven(): Promise<void>;
}

export function ProofForm(props: ProofFormProps) {
  const { proof, action, onProven } = props;
  const [byMail, setByMail] = useState(false);
  if (proof.kind === "factor") return <CodeForm action={action} onPresented={onProven} />;
  if (proof.kind === "none")
    return <StepForm {...props} label={action} submit={async () => ({ kind: "proven" })} />;
  if (proof.kind === "text-code") return <SentCodeForm {...props} proof={proof} />;
  return (
    <div className="grid gap-2">
      {byMail ? (
        <SentCodeForm {...props} proof={{ kind: "mail-code", email: proof.email }} />
      ) : (
        <PasswordForm {...props} email={proof.email} />
      )}
      <button
        type="button"
        className="link -my-1 min-h-11 justify-self-start text-sm"
        onClick={() => setByMail(!byMail)}
      >
        {byMail ? "Utiliser mon mot de passe" : "Je n'ai pas de mot de passe"}
      </button>
    </div>
  );
}

function PasswordForm({ email, ...props }: ProofFormProps & { email: string }) {
  return (
    <StepForm
      {...props}
      label={props.action}
      submit={async (form) => {
        const password = String(new FormData(form).get("password"));
        if (password === "") return { kind: "failed", message: CURRENT_PASSWORD_REQUIRED };
        return toOutcome(await presentPassword(email, password));
      }}
    >
      {(error) => (
        <>
          {/* The account of the password, for password managers. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            name="password"
            label="Votre mot de passe"
            autoComplete="current-password"
            error={error}
          />
        </>
      )}
    </StepForm>
  );
}

function SentCodeForm({ proof, ...props }: Omit<ProofFormProps, "proof"> & { proof: CodeProof }) {
  const [isSent, setSent] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const [channel, recipient] =
    proof.kind === "text-code" ? ["SMS", formatPhone(proof.phone)] : ["e-mail", proof.email];
  if (!isSent) {
    return (
      <StepForm
        {...props}
        variant="outline"
        label={`Recevoir un code par ${channel}`}
        submit={async () => {
          const sent = await sendProofCode(proof);
          setNotice(sent.message);
          setSent(sent.isSent);
          return { kind: "continued" };
        }}
      >
        {() => (
          <>
            <p>Un code à six chiffres sera envoyé à {recipient}.</p>
            {notice && <p role="alert">{notice}</p>}
          </>
        )}
      </StepForm>
    );
  }
  return (
    <div className="grid gap-2">
      {notice && <p role="alert">{notice}</p>}
      <StepForm
        {...props}
        label={props.action}
        submit={async (form) => {
          const code = readCode(form);
          if (!isCompleteCode(code)) return { kind: "failed", message: INCOMPLETE_CODE };
          return toOutcome(await presentProofCode(proof, code));
        }}
      >
        {(error) => (
          <TextField
            name="code"
            label={`Code reçu par ${channel}`}
            hint={`Envoyé à ${recipient}.`}
            error={error}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
          />
        )}
      </StepForm>
      <button
        type="button"
        className="link -my-1 min-h-11 justify-self-start text-sm"
        onClick={() => {
          setNotice(null);
          setSent(false);
        }}
      >
        Recevoir un autre code
      </button>
    </div>
  );
}

/** `continued`: the form is replaced by the next one. */
type Outcome = { kind: "proven" } | { kind: "continued" } | { kind: "failed"; message: string };

const toOutcome = (failure: string | null): Outcome =>
  failure === null ? { kind: "proven" } : { kind: "failed", message: failure };

interface StepFormProps {
  label: string;
  variant: "primary" | "danger" | "outline";
  submit(form: HTMLFormElement): Promise<Outcome>;
  onProven(): Promise<void>;
  /** What stands above the button, with the error of the last press. */
  children?: (error: string | undefined) => React.ReactNode;
}

function StepForm({ label, variant, submit, onProven, children }: StepFormProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    const form = event.currentTarget;
    const outcome = await submit(form);
    if (outcome.kind === "proven") await onProven();
    if (outcome.kind === "failed") showErrors(form, () => setError(outcome.message));
    setBusy(false);
  }

  return (
    <form noValidate method="post" onSubmit={onSubmit} className="grid gap-4">
      {children?.(error)}
      <BusyButton variant={variant} type="submit" className="sm:justify-self-start" busy={busy}>
        {label}
      </BusyButton>
    </form>
  );
}
