/**
 * The two halves of the sign-in page as tabs, the chosen one in the address, so that a link can lead to the
 * registration and the back button works.
 */
import { useState } from "react";
import { SegmentedTabs } from "../../components/ui/segmented-tabs.tsx";
import { useAddressTab } from "../../components/ui/use-address-tab.ts";
import { MailNotice } from "./mail-notice.tsx";
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
      {current === "inscription" && mailedTo !== null && (
        <MailNotice title="Il reste une étape">
          Un email a été envoyé à <strong>{mailedTo}</strong>. Ouvrez le lien qu'il contient pour confirmer
          votre compte, puis connectez-vous.
        </MailNotice>
      )}
    </SegmentedTabs>
  );
}
