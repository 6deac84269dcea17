/**
 * The two halves of the sign-in page as tabs, the chosen one in the address, so that a link can lead to the
 * registration and the back button works.
 */
import { useEffect, useRef, useState } from "react";
import { Notice } from "../../components/ui/notice.tsx";
import { SegmentedTabs } from "../../components/ui/segmented-tabs.tsx";
import { useAddressTab } from "../../components/ui/use-address-tab.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const tabs = [
  { key: "connexion", label: "Connexion" },
  { key: "inscription", label: "Inscription" },
] as const;

export function SignInTabs() {
  const [current, show] = useAddressTab(tabs);
  const [mailedTo, setMailedTo] = useState<string | null>(null);

  return (
    <SegmentedTabs label="Connexion ou inscription" tabs={tabs} current={current} onSelect={show}>
      {current === "connexion" && <SignInForm />}
      {current === "inscription" && mailedTo === null && <SignUpForm onMailSent={setMailedTo} />}
      {current === "inscription" && mailedTo !== null && <MailSent email={mailedTo} />}
    </SegmentedTabs>
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
