/** Enrolling an authenticator app: scan the QR code or type the key, prove a code, keep the recovery codes. */

import { type FormEvent, useEffect, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { showErrors } from "#app/lib/forms/show-errors.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { createRecoveryCodes } from "./recovery-codes.mutations.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { type Enrollment, finishEnrollment, startEnrollment } from "./second-factor.ts";
import { INCOMPLETE_CODE, isCompleteCode, readCode } from "./typed-code.ts";

interface EnrollmentFormProps {
  /** The shop's name, which the app shows beside the account. */
  issuer: string;
  /** Called once the factor counts and its recovery codes have been shown. */
  onFinished(): Promise<void> | void;
}

type State =
  | { step: "starting" }
  | { step: "failed"; message: string }
  | { step: "scan"; enrollment: Enrollment }
  | { step: "codes"; codes: readonly string[] };

export function EnrollmentForm({ issuer, onFinished }: EnrollmentFormProps) {
  const [state, setState] = useState<State>({ step: "starting" });

  useEffect(() => {
    if (state.step !== "starting") return;
    let isShown = true;
    void startEnrollment(issuer).then((result) => {
      if (!isShown) return;
      setState(
        "error" in result ? { step: "failed", message: result.error } : { step: "scan", enrollment: result },
      );
    });
    return () => {
      isShown = false;
    };
  }, [issuer, state.step]);

  /** The factor counts already when the codes cannot be created: they can be created later. */
  async function showRecoveryCodes() {
    toast({ title: "Second facteur activé", description: "Un code sera demandé à chaque connexion." });
    try {
      setState({ step: "codes", codes: await createRecoveryCodes(getSupabase()) });
    } catch (error) {
      console.error("identity: the recovery codes", error);
      await onFinished();
    }
  }

  switch (state.step) {
    case "starting":
      return <div role="status" aria-label="Chargement" className="skeleton h-80 rounded-md" />;
    case "failed":
      return (
        <Notice variant="error" role="alert" className="grid justify-items-start gap-2">
          <p className="font-semibold">{state.message}</p>
          <Button variant="outline" onClick={() => setState({ step: "starting" })}>
            Réessayer
          </Button>
        </Notice>
      );
    case "scan":
      return <ScanForm enrollment={state.enrollment} onProven={showRecoveryCodes} />;
    case "codes":
      return <RecoveryCodes codes={state.codes} onKept={() => void onFinished()} />;
  }
}

function ScanForm({ enrollment, onProven }: { enrollment: Enrollment; onProven(): Promise<void> }) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const code = readCode(form);
    if (!isCompleteCode(code)) return showErrors(form, () => setError(INCOMPLETE_CODE));
    setBusy(true);
    const failure = await finishEnrollment(enrollment, code);
    showErrors(form, () => setError(failure ?? undefined));
    if (failure === null) await onProven();
    setBusy(false);
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p>
        Scannez ce code avec une application d'authentification (Aegis, Google Authenticator, FreeOTP…), puis
        saisissez le code qu'elle affiche.
      </p>
      <img
        src={enrollment.qrCode}
        alt="Code QR de votre second facteur"
        width={200}
        height={200}
        className="justify-self-center rounded-md bg-white"
      />
      <p className="text-sm">
        Sur ce même appareil, saisissez plutôt cette clé dans l'application&nbsp;:
        <code className="mt-1 block rounded-md bg-surface-muted p-3 text-center [overflow-wrap:anywhere]">
          {enrollment.secret.match(/.{1,4}/g)?.join(" ")}
        </code>
      </p>
      <TextField
        name="code"
        label="Code à six chiffres"
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
      />
      <BusyButton variant="primary" type="submit" className="w-full" busy={busy}>
        {busy ? "Vérification..." : "Activer"}
      </BusyButton>
    </form>
  );
}
