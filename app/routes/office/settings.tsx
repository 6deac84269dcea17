/** /admin/settings: what the shop says of itself, and the figures that are a decision and not code. */
import { useRevalidator } from "react-router";
import { Failed } from "../../components/office/failed.tsx";
import { officeMeta } from "../../features/office/office-meta.ts";
import { bestDiscount, readSettings } from "../../features/office/settings/settings.queries.ts";
import { SettingsForm } from "../../features/office/settings/settings-form.tsx";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/settings";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/settings", "Paramètres");
}

export async function clientLoader() {
  const client = supabase();
  const [settings, best] = await Promise.all([
    load("shop settings", readSettings(client)),
    load("best discount", bestDiscount(client)),
  ]);
  return { settings, best };
}

export default function SettingsPage({ loaderData: { settings, best } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  if (!settings.ok) {
    return (
      <Failed
        message="Impossible de charger les paramètres"
        busy={state === "loading"}
        onRetry={() => void revalidate()}
      />
    );
  }
  return <SettingsForm settings={settings.value} bestDiscount={best.ok ? best.value : null} />;
}
