/**
 * The tabs of the sign-in page: sign-in and registration. The selected tab is stored in the URL, so that it
 * can be linked to and the back button works.
 */
import { useState } from "react";
import { SegmentedTabs } from "#app/components/ui/segmented-tabs.tsx";
import { useSearchParamTab } from "#app/components/ui/use-search-param-tab.ts";
import { EmailSentNotice } from "./email-sent-notice.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const tabs = [
  { key: "connexion", label: "Connexion" },
  { key: "inscription", label: "Inscription" },
] as const;

export function SignInTabs() {
  const [current, show] = useSearchParamTab(tabs);
  const [mailedTo, setMailedTo] = useState<string | null>(null);

  return (
    <SegmentedTabs label="Connexion ou inscription" tabs={tabs} current={current} onSelect={show}>
      {current === "connexion" && <SignInForm />}
      {current === "inscription" && mailedTo === null && <SignUpForm onMailSent={setMailedTo} />}
      {current === "inscription" && mailedTo !== null && (
        <EmailSentNotice title="Il reste une étape">
          Un email a été envoyé à <strong>{mailedTo}</strong>. Ouvrez le lien qu'il contient pour confirmer
          votre compte, puis connectez-vous.
        </EmailSentNotice>
      )}
    </SegmentedTabs>
  );
}
