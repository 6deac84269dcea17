/**
 * /admin/security («Sécurité»): the administrator's own second factor and sessions, the rules for all, and the
 * security events.
 */
import { useRevalidator } from "react-router";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { listSecurityEvents } from "#app/features/admin/security/security-events.queries.ts";
import { SecurityEventsPanel } from "#app/features/admin/security/security-events-panel.tsx";
import { getSecuritySettings } from "#app/features/admin/security/security-settings.queries.ts";
import { SecuritySettingsForm } from "#app/features/admin/security/security-settings-form.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { administratorContext } from "#app/features/admin/shared/administrator.ts";
import { loadAccountSecurity } from "#app/features/identity/security/account-security.ts";
import { SecurityPanels } from "#app/features/identity/security/security-panels.tsx";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/security";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/security", "Sécurité");
}

/** The rules are the owner's, the events are for those who read the journal; null for anybody else. */
export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const { rights } = context.get(administratorContext);
  const client = getSupabase();
  const [security, settings, events] = await Promise.all([
    toResult("account security", loadAccountSecurity()),
    rights.has("staff.manage") ? toResult("security settings", getSecuritySettings(client)) : null,
    rights.has("audit.read") ? toResult("security events", listSecurityEvents(client)) : null,
  ]);
  return { security, settings, events };
}

export default function SecurityPage({ loaderData: { security, settings, events } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  if (!security.ok || settings?.ok === false) {
    return <RouteLoadError message="Impossible de charger la sécurité" />;
  }
  return (
    <>
      <PageActions
        lead={
          settings
            ? "Votre compte d'administrateur, et les règles pour tous les administrateurs."
            : "Votre compte d'administrateur."
        }
      />
      {/* The panels are those of the account, with the headings of this screen. */}
      <div className="contents text-sm [&_h2]:text-base">
        <SecurityPanels security={security.value} issuer={window.location.host} onChanged={revalidate} />
      </div>
      {settings && (
        <SecuritySettingsForm
          settings={settings.value}
          hasFactor={security.value.factor.isActive}
          onSaved={revalidate}
        />
      )}
      {events && (
        <SecurityEventsPanel
          events={events}
          retrying={state === "loading"}
          onRetry={() => void revalidate()}
        />
      )}
    </>
  );
}
