/** Asks for the password, or for a code by text message, before what cannot be undone. */
import { type SubmitEvent, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { PasswordField } from "#app/components/ui/forms/password-field.tsx";
import { presentPhoneCode, sendCode } from "#app/features/identity/number/number-account.ts";
import {
  INCOMPLETE_CODE,
  isCompleteCode,
  readCode,
} from "#app/features/identity/second-factor/typed-code.ts";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { signInWithPassword } from "#app/features/identity/sign-in/sign-in.ts";
import { formatPhone } from "#app/lib/format/phone.ts";
import { CURRENT_PASSWORD_REQUIRED } from "#app/lib/forms/validation-messages.ts";
import type { AccountProof } from "./account-proof.ts";

interface ProofFormProps {
  proof: Extract<AccountProof, { kind: "none" | "password" | "code" }>;
  /** The label of the button. */
  action: string;
  /** Called when the session is one that was just opened. */
  onProven(): Promise<void>;
}

export function ProofForm({ proof, action, onProven }: ProofFormProps) {
  const { connect } = useAuth();
  const [isCodeSent, setCodeSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    setBusy(true);
    setError(undefined);
    const failure = await prove(form);
    if (failure === null) await onProven();
    else setError(failure);
    setBusy(false);
  }

  /** Resolves to the problem; to null when nothing is missing, to undefined when a code is on its way. */
  async function prove(form: HTMLFormElement): Promise<string | null | undefined> {
    if (proof.kind === "none") return null;
    if (proof.kind === "password") {
      const password = String(new FormData(form).get("password"));
      if (password === "") return CURRENT_PASSWORD_REQUIRED;
      const result = await signInWithPassword(connect, proof.email, password);
      return result.kind === "error" ? result.message : null;
    }
    if (!isCodeSent) {
      const failure = await sendCode(connect, "sign-in", proof.phone);
      setCodeSent(failure === null);
      return failure ?? undefined;
    }
    const code = readCode(form);
    return isCompleteCode(code)
      ? presentPhoneCode(connect, "sign-in", { phone: proof.phone, code })
      : INCOMPLETE_CODE;
  }

  const asksForCode = proof.kind === "code" && !isCodeSent;
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      {proof.kind === "password" && (
        <>
          {/* The account of the password, for password managers. */}
          <input type="email" autoComplete="username" value={proof.email} readOnly hidden />
          <PasswordField
            name="password"
            label="Votre mot de passe"
            autoComplete="current-password"
            error={error}
          />
        </>
      )}
      {proof.kind === "code" && isCodeSent && (
        <TextField
          name="code"
          label="Code reçu par SMS"
          hint={`Envoyé au ${formatPhone(proof.phone)}.`}
          error={error}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
        />
      )}
      {asksForCode && error && <p role="alert">{error}</p>}
      <BusyButton
        variant={asksForCode ? "outline" : "danger"}
        type="submit"
        className="sm:justify-self-start"
        busy={busy}
      >
        {asksForCode ? "Recevoir un code par SMS" : action}
      </BusyButton>
    </form>
  );
}
