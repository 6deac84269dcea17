/**
 * The two halves of the sign-in page as tabs, the chosen one in the address, so that a link can lead to the
 * registration and the back button works. Arrow keys move between the tabs as in any tab list.
 */
import { clsx } from "clsx";
import { useEffect, useId, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { Notice } from "../../components/ui/notice.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const tabs = [
  { key: "connexion", label: "Connexion" },
  { key: "inscription", label: "Inscription" },
] as const;

export function SignInTabs() {
  const [params, setParams] = useSearchParams();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const id = useId();
  const current = params.get("tab") === "inscription" ? "inscription" : "connexion";

  function show(key: string) {
    setParams(
      (old) => {
        if (key === "inscription") old.set("tab", key);
        else old.delete("tab");
        return old;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  function moveWithArrows(event: React.KeyboardEvent) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = current === "connexion" ? "inscription" : "connexion";
    show(other);
    document.getElementById(`${id}-${other}`)?.focus();
  }

  return (
    <>
      <div
        role="tablist"
        aria-label="Connexion ou inscription"
        className="grid grid-cols-2 rounded-md bg-sand-deep p-1"
      >
        {tabs.map(({ key, label }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === current}
            aria-controls={`${id}-panel`}
            tabIndex={key === current ? 0 : -1}
            className={clsx(
              "min-h-11 rounded-sm font-semibold",
              key === current ? "bg-white text-laterite shadow-lift" : "text-ink-soft hover:text-ink",
            )}
            onClick={() => show(key)}
            onKeyDown={moveWithArrows}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {current === "connexion" && <SignInForm />}
        {current === "inscription" && mailedTo === null && <SignUpForm onMailSent={setMailedTo} />}
        {current === "inscription" && mailedTo !== null && <MailSent email={mailedTo} />}
      </div>
    </>
  );
}

/** Takes the focus, and with it the screen: the form that stood here was longer. */
function MailSent({ email }: { email: string }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.focus();
  }, []);
  return (
    <Notice ref={notice} tone="info" role="status" tabIndex={-1}>
      <p className="font-semibold">Il reste une étape</p>
      <p>
        Un email a été envoyé à <strong>{email}</strong>. Ouvrez le lien qu'il contient pour confirmer votre
        compte, puis connectez-vous.
      </p>
    </Notice>
  );
}
