/**
 * /admin/security («Sécurité»): the administrator's own second factor and sessions, the rules for all, and the
 * security events.
 */
import { useRevalidator } from "react-router";
import { LoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { listSecurityEvents } from "#app/features/admin/security/security-events.queries.ts";
import { SecurityEventsPanel } from "#app/features/admin/security/security-events-panel.tsx";
import { getSecuritySettings } from "#app/features/admin/security/security-settings.queries.ts";
import { SecuritySettingsForm } from "#app/features/admin/security/security-settings-form.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { loadAccountSecurity } from "#app/features/identity/security/account-security.ts";
import { SecurityPanels } from "#app/features/identity/security/security-panels.tsx";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/security";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/security", "Sécurité");
}

export async function clientLoader() {
  const [security, settings, events] = await Promise.all([
    toResult("account security", loadAccountSecurity()),
    toResult("security settings", getSecuritySettings(getSupabase())),
    toResult("security events", listSecurityEvents(getSupabase())),
  ]);
  return { security, settings, events };
}

export default function SecurityPage({ loaderData: { security, settings, events } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  if (!security.ok || !settings.ok) {
    return (
      <LoadError
        message="Impossible de charger la sécurité"
        busy={state === "loading"}
        onRetry={() => void revalidate()}
      />
    );
  }
  return (
    <>
      <PageActions lead="Votre compte d'administrateur, et les règles pour tous les administrateurs." />
      <SecurityPanels security={security.value} issuer={window.location.host} onChanged={revalidate} />
      <SecuritySettingsForm
        settings={settings.value}
        hasFactor={security.value.factor.isActive}
        onSaved={revalidate}
      />
      <SecurityEventsPanel events={events} retrying={state === "loading"} onRetry={() => void revalidate()} />
    </>
  );
}
