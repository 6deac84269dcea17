/** /admin/personal-data («Données personnelles»): what the shop has of a person, and for how long it stores what. */
import { useRevalidator } from "react-router";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PersonPanel } from "#app/features/admin/personal-data/person-panel.tsx";
import {
  getRetentionSettings,
  type PersonKey,
  summarizePerson,
} from "#app/features/admin/personal-data/personal-data.queries.ts";
import { RetentionForm } from "#app/features/admin/personal-data/retention-form.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { isPhone } from "#app/lib/format/phone.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/personal-data";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/personal-data", "Données personnelles");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const { searchParams } = new URL(request.url);
  const account = searchParams.get("account") ?? "";
  const contact = searchParams.get("contact")?.trim() ?? "";
  const isContact = contact.includes("@") || isPhone(contact);
  const key: PersonKey | null = isUuid(account) ? { account } : isContact ? { contact } : null;
  const [settings, person] = await Promise.all([
    toResult("retention settings", getRetentionSettings(client)),
    key && toResult("a person's data", summarizePerson(client, key)).then((summary) => ({ key, summary })),
  ]);
  return { contact, settings, person };
}

export default function PersonalDataPage({
  loaderData: { contact, settings, person },
}: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  if (!settings.ok) {
    return <RouteLoadError message="Impossible de charger les durées de conservation" />;
  }
  return (
    <>
      <PersonPanel contact={contact} person={person} onRetry={() => void revalidate()} />
      <RetentionForm settings={settings.value} onSaved={revalidate} />
    </>
  );
}
