/** Proves a telephone number: sends a code to it by text message, and takes the code. */

import { type SubmitEvent, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { PhoneField } from "#app/components/ui/forms/person-fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import {
  INCOMPLETE_CODE,
  isCompleteCode,
  readCode,
} from "#app/features/identity/second-factor/typed-code.ts";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { formatPhone, isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { showErrors } from "#app/lib/forms/show-errors.ts";
import { INVALID_PHONE } from "#app/lib/forms/validation-messages.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { claimOrders } from "./claim-orders.mutations.ts";
import { type CodePurpose, presentPhoneCode, sendCode, signInWithOrders } from "./number-account.ts";

interface PhoneCodeFormProps {
  purpose: CodePurpose;
  /** Called before the session changes: the page may have to wait for `onProven`. */
  onPresent?(): void;
  /** Called when the number is proven and its orders are the account's, or when the code was wrong. */
  onProven(isProven: boolean): Promise<void> | void;
}

export function PhoneCodeForm({ purpose, onPresent, onProven }: PhoneCodeFormProps) {
  const { connect } = useAuth();
  const [phone, setPhone] = useState("");
  const [sentFor, setSentFor] = useState<CodePurpose | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);

  const isOtherAccount = sentFor !== null && sentFor !== purpose;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const code = sentFor ? readCode(event.currentTarget) : "";
    const problem = sentFor
      ? isCompleteCode(code)
        ? undefined
        : INCOMPLETE_CODE
      : isPhone(phone)
        ? undefined
        : INVALID_PHONE;
    showErrors(event.currentTarget, () => {
      setError(problem);
      setFailure(null);
    });
    if (problem) return;
    setBusy(true);
    if (sentFor) await present(sentFor, code);
    else {
      const sent = await sendCode(connect, purpose, phone);
      setSentFor(sent.purpose);
      setFailure(sent.message);
    }
    setBusy(false);
  }

  async function present(codePurpose: CodePurpose, code: string) {
    onPresent?.();
    const prove = () => presentPhoneCode(connect, codePurpose, { phone, code });
    const message = isOtherAccount ? await signInWithOrders(prove) : await prove();
    if (message === null) await claimOrders(getSupabase());
    else setFailure(message);
    await onProven(message === null);
  }

  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      {isOtherAccount && (
        <p role="status">
          Ce numéro a déjà un compte&nbsp;: le code vous y connecte, et vos commandes vous y suivent.
        </p>
      )}
      {sentFor ? (
        <TextField
          key="code"
          name="code"
          label="Code reçu par SMS"
          hint={`Envoyé au ${formatPhone(normalizePhone(phone))}. Il sert une fois, pendant quelques minutes.`}
          error={error}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
        />
      ) : (
        <PhoneField
          key="phone"
          label="Votre numéro"
          value={phone}
          onChange={({ target }) => setPhone(target.value)}
          error={error}
        />
      )}
      {failure && (
        <Notice variant="error" role="alert">
          {failure}
        </Notice>
      )}
      <BusyButton variant="outline" type="submit" busy={busy}>
        {sentFor
          ? busy
            ? "Vérification..."
            : "Confirmer mon numéro"
          : busy
            ? "Envoi..."
            : "Recevoir un code par SMS"}
      </BusyButton>
      {sentFor && (
        <button
          type="button"
          className="link -my-2 min-h-11 justify-self-center text-sm"
          onClick={() => {
            setSentFor(null);
            setError(undefined);
            setFailure(null);
          }}
        >
          Changer de numéro, ou recevoir un autre code
        </button>
      )}
    </form>
  );
}
