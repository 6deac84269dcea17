/**
 * Asks for the password again over the open screen, so that what was typed there remains. It cannot be dismissed:
 * the database refuses everything until then.
 */
import { type ReactNode, useId, useState } from "react";
import { Modal } from "#app/components/dialog/modal.tsx";
import { AdminSignInForm } from "./admin-sign-in-form.tsx";
import { SESSION_END_REASONS, type SessionEnd } from "./session-end-reasons.ts";

interface SessionEndedDialogProps {
  end: SessionEnd;
  /** The account's own; another administrator signs in on the sign-in page. */
  email: string;
  /** The form of the second factor, once the password is right. */
  renderCodeForm(onPresented: () => void): ReactNode;
  onResumed(): void;
  onLeave(): void;
}

export function SessionEndedDialog({
  end,
  email,
  renderCodeForm,
  onResumed,
  onLeave,
}: SessionEndedDialogProps) {
  const titleId = useId();
  const [needsCode, setNeedsCode] = useState(false);
  // A browser closes a dialog at the second press of Escape, whatever the page says: it is opened again.
  const [opened, setOpened] = useState(0);
  return (
    <Modal
      key={opened}
      aria-labelledby={titleId}
      closeOnBackdrop={false}
      onClose={() => setOpened(opened + 1)}
      className="m-auto max-h-[85dvh] w-full max-w-100 overflow-y-auto rounded-xl bg-white text-foreground shadow-lg backdrop:bg-backdrop"
    >
      <div className="grid gap-4 p-4 md:p-6">
        <h2 id={titleId} className="text-xl">
          Reconnectez-vous
        </h2>
        <p className="text-sm text-muted">{SESSION_END_REASONS[end]} Ce que vous avez saisi est conservé.</p>
        {needsCode ? (
          renderCodeForm(onResumed)
        ) : (
          <AdminSignInForm
            email={email}
            onSignedIn={onResumed}
            onStep={(step) => (step === "code" ? setNeedsCode(true) : onLeave())}
          />
        )}
        <button type="button" className="link -my-2 min-h-11 justify-self-center text-sm" onClick={onLeave}>
          Quitter l'administration
        </button>
      </div>
    </Modal>
  );
}
