/** /admin/users/administrators («Administrateurs»): who works in the shop and in which role, and who is invited. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import { AddAdministratorForm } from "#app/features/admin/administrators/add-administrator-form.tsx";
import { AdministratorList } from "#app/features/admin/administrators/administrator-list.tsx";
import {
  listAdministrators,
  listDiscountLimits,
  listInvitations,
} from "#app/features/admin/administrators/administrators.queries.ts";
import { DiscountLimits } from "#app/features/admin/administrators/discount-limits.tsx";
import { InvitationChat, type InvitedByChat } from "#app/features/admin/administrators/invitation-chat.tsx";
import { InvitationList } from "#app/features/admin/administrators/invitation-list.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { administratorContext } from "#app/features/admin/shared/administrator.ts";
import { PeopleTabs } from "#app/features/admin/shared/people-tabs.tsx";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/administrators";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/users/administrators", "Administrateurs");
}

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const result = await toResult(
    "administrators",
    Promise.all([
      listAdministrators(getSupabase()),
      listInvitations(getSupabase()),
      listDiscountLimits(getSupabase()),
    ]),
  );
  return { result, ownId: context.get(administratorContext).id };
}

export default function AdministratorsPage({ loaderData: { result, ownId } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const mayManage = useRight("staff.manage");
  const { shop_name: shopName } = useShop();
  const [invited, setInvited] = useState<InvitedByChat | null>(null);
  const lastGood = useLastGood(result);
  if (!lastGood.ok) {
    return (
      <>
        <PeopleTabs />
        <RouteLoadError message="Impossible de charger les administrateurs" />
      </>
    );
  }
  const [administrators, invitations, discountLimits] = lastGood.value;
  return (
    <>
      <PeopleTabs />
      <div className="card overflow-x-auto">
        <AdministratorList administrators={administrators} ownId={ownId} mayManage={mayManage} />
      </div>
      {invitations.length > 0 && (
        <Panel title="Invitations en attente">
          <div className="overflow-x-auto">
            <InvitationList invitations={invitations} mayManage={mayManage} onLink={setInvited} />
          </div>
        </Panel>
      )}
      {invited && <InvitationChat shopName={shopName} invited={invited} />}
      {mayManage ? (
        <>
          <AddAdministratorForm onAdded={revalidate} onLink={setInvited} />
          <DiscountLimits limits={discountLimits} />
        </>
      ) : (
        <p className="text-sm text-muted">Seul un propriétaire ajoute et retire des membres de l'équipe.</p>
      )}
    </>
  );
}
