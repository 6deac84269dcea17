/**
 * Below the tabs of the sign-in page: ordering with a number only, where somebody comes from the checkout, and the code
 * that proves a number, where the shop sends text messages.
 */
import { useState } from "react";
import { Link } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { useAuthMethods } from "./auth-methods.ts";
import { enterAnonymously } from "./number-account.ts";
import { PhoneCodeForm } from "./phone-code-form.tsx";

interface NumberSignInProps {
  /** Whether somebody wants to order. */
  isForOrder: boolean;
  /** Called with true before a code opens a session, and with false when the orders of its number are the account's. */
  onPending(isPending: boolean): void;
}

export function NumberSignIn({ isForOrder, onPending }: NumberSignInProps) {
  const { anonymous, phone } = useAuthMethods();
  const mayOrder = isForOrder && anonymous;
  if (!mayOrder && !phone) return null;
  return (
    <section aria-label="Avec mon numéro" className="grid gap-4 border-t border-border pt-6">
      {mayOrder && <OrderWithNumber />}
      {phone && <CodeSignIn onPending={onPending} />}
    </section>
  );
}

function OrderWithNumber() {
  const { connect } = useAuth();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function enter() {
    setBusy(true);
    setFailure(await enterAnonymously(connect));
    setBusy(false);
  }

  return (
    <div className="grid gap-3">
      <p>
        Votre nom, votre numéro et votre adresse suffisent&nbsp;: ni e-mail, ni mot de passe. Nous vous
        appelons pour confirmer.
      </p>
      {failure && (
        <Notice variant="error" role="alert">
          {failure}
        </Notice>
      )}
      <BusyButton variant="accent" busy={busy} onClick={() => void enter()} className="w-full">
        {busy ? "Un instant..." : "Commander avec mon numéro"}
      </BusyButton>
      <Link
        to="/suivi"
        className="link inline-flex min-h-11 items-center justify-self-center text-center text-sm"
      >
        Déjà commandé&nbsp;? Suivre ma commande
      </Link>
    </div>
  );
}

function CodeSignIn({ onPending }: Pick<NumberSignInProps, "onPending">) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <PhoneCodeForm purpose="sign-in" onPresent={() => onPending(true)} onProven={() => onPending(false)} />
    );
  return (
    <button type="button" className="link min-h-11 justify-self-center text-sm" onClick={() => setOpen(true)}>
      Retrouver mes commandes par un code SMS
    </button>
  );
}
