/** The second factor of the account: activate it, create new recovery codes, remove it. */
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { CodeForm } from "./code-form.tsx";
import { EnrollmentForm } from "./enrollment-form.tsx";
import { createRecoveryCodes } from "./recovery-codes.mutations.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { removeFactors } from "./second-factor.ts";

export interface SecondFactorState {
  isActive: boolean;
  /** How many recovery codes are left. */
  recoveryCodes: number;
}

interface SecondFactorPanelProps {
  state: SecondFactorState;
  issuer: string;
  /** Reads the state again. */
  onChanged(): Promise<void> | void;
}

type Action = "none" | "enroll" | "remove" | { codes: readonly string[] };

export function SecondFactorPanel({ state, issuer, onChanged }: SecondFactorPanelProps) {
  const [action, setAction] = useState<Action>("none");
  const heading = useRef<HTMLHeadingElement>(null);

  function show(next: Action) {
    flushSync(() => setAction(next));
    // The pressed button is gone, and the focus with it.
    if (document.activeElement === document.body) heading.current?.focus();
  }

  async function finish() {
    show("none");
    await onChanged();
  }

  async function remove() {
    const failure = await removeFactors();
    if (failure) return toastError(failure);
    toast({ title: "Second facteur retiré", description: "Votre mot de passe suffit de nouveau." });
    await finish();
  }

  if (typeof action === "object") {
    return (
      <Layout heading={heading}>
        <RecoveryCodes codes={action.codes} onKept={() => void finish()} />
      </Layout>
    );
  }
  switch (action) {
    case "enroll":
      return (
        <Layout heading={heading}>
          <EnrollmentForm issuer={issuer} onFinished={finish} />
          <CancelButton onCancel={() => void finish()} />
        </Layout>
      );
    case "remove":
      return (
        <Layout heading={heading}>
          <p>Pour retirer le second facteur, saisissez encore une fois un code.</p>
          <CodeForm action="Retirer le second facteur" onPresented={remove} />
          <CancelButton onCancel={() => show("none")} />
        </Layout>
      );
    case "none":
      return (
        <Layout heading={heading}>
          <Status state={state} />
          {state.isActive ? (
            <div className="flex flex-wrap gap-2 max-sm:*:grow">
              <NewCodesButton onCreated={(codes) => show({ codes })} />
              <Button variant="danger" onClick={() => show("remove")}>
                Retirer le second facteur
              </Button>
            </div>
          ) : (
            <Button
              variant="primary"
              className="justify-self-start max-sm:w-full"
              onClick={() => show("enroll")}
            >
              Activer le second facteur
            </Button>
          )}
        </Layout>
      );
  }
}

function Status({ state: { isActive, recoveryCodes } }: { state: SecondFactorState }) {
  if (!isActive) {
    return (
      <p>
        Avec un second facteur, votre mot de passe seul n'ouvre plus votre compte&nbsp;: un code de votre
        téléphone est demandé en plus.
      </p>
    );
  }
  return (
    <p>
      <strong>Activé.</strong> Un code de votre application est demandé à chaque connexion.{" "}
      {recoveryCodes === 0
        ? "Il ne vous reste aucun code de secours : créez-en de nouveaux."
        : `Codes de secours restants : ${recoveryCodes}.`}
    </p>
  );
}

function NewCodesButton({ onCreated }: { onCreated(codes: readonly string[]): void }) {
  const [busy, setBusy] = useState(false);

  async function create() {
    setBusy(true);
    try {
      onCreated(await createRecoveryCodes(getSupabase()));
    } catch (error) {
      console.error("identity: the recovery codes", error);
      toastError("Les codes n'ont pas pu être créés. Veuillez réessayer.");
      setBusy(false);
    }
  }

  return (
    <BusyButton variant="outline" busy={busy} onClick={() => void create()}>
      Nouveaux codes de secours
    </BusyButton>
  );
}

function CancelButton({ onCancel }: { onCancel(): void }) {
  return (
    <Button variant="outline" className="w-full" onClick={onCancel}>
      Annuler
    </Button>
  );
}

function Layout({
  heading,
  children,
}: {
  heading: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby="factor" className="card grid gap-4 p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} id="factor" className="text-xl outline-none">
        Second facteur
      </h2>
      <div className="grid max-w-form gap-4">{children}</div>
    </section>
  );
}
