/**
 * /admin/settings («Paramètres»): the shop's contact details, shipping fee, offers banner and low-stock
 * threshold; and how the shop works with its orders.
 */
import { Link, useRevalidator } from "react-router";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { getOrderSettings } from "#app/features/admin/settings/order-settings.queries.ts";
import { OrderSettingsForm } from "#app/features/admin/settings/order-settings-form.tsx";
import { getBestDiscount, getSettings } from "#app/features/admin/settings/settings.queries.ts";
import { SettingsForm } from "#app/features/admin/settings/settings-form.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/settings";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/settings", "Paramètres");
}

export async function clientLoader() {
  const client = getSupabase();
  const [settings, best, orderSettings] = await Promise.all([
    toResult("shop settings", getSettings(client)),
    toResult("best discount", getBestDiscount(client)),
    toResult("order settings", getOrderSettings(client)),
  ]);
  return { settings, best, orderSettings };
}

export default function SettingsPage({
  loaderData: { settings, best, orderSettings },
}: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  if (!settings.ok || !orderSettings.ok) {
    return <RouteLoadError message="Impossible de charger les paramètres" />;
  }
  return (
    <>
      {!best.ok && <RouteLoadError message="Impossible de comparer le bandeau avec les offres" />}
      <SettingsForm settings={settings.value} bestDiscount={best.ok ? best.value : null} />
      <OrderSettingsForm settings={orderSettings.value} onSaved={revalidate} />
      <p className="text-sm text-muted">
        Ce que chacun peut demander à la boutique se règle à l'écran{" "}
        <Link to="/admin/limits" className="link">
          Limites
        </Link>
        .
      </p>
    </>
  );
}
