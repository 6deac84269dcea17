/** The panels of the screens «Sécurité», for customers and administrators: the second factor and the sessions. */
import { SecondFactorPanel } from "#app/features/identity/second-factor/second-factor-panel.tsx";
import { SessionList } from "#app/features/identity/sessions/session-list.tsx";
import type { AccountSecurity } from "./account-security.ts";

interface SecurityPanelsProps {
  security: AccountSecurity;
  /** The shop's name, which authenticator apps show. */
  issuer: string;
  onChanged(): Promise<void>;
}

export function SecurityPanels({ security: { factor, sessions }, issuer, onChanged }: SecurityPanelsProps) {
  return (
    <>
      <SecondFactorPanel state={factor} issuer={issuer} onChanged={onChanged} />
      <SessionList sessions={sessions} onChanged={onChanged} />
    </>
  );
}
