/** /account/security («Sécurité»): the customer's second factor and sessions. */
import { useRevalidator } from "react-router";
import { OfflineNotice } from "#app/components/ui/offline-notice.tsx";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { loadAccountSecurity } from "#app/features/identity/security/account-security.ts";
import { SecurityPanels } from "#app/features/identity/security/security-panels.tsx";
import { AccountGuard } from "#app/features/identity/session/account-guard.tsx";
import { requireUser } from "#app/features/identity/session/require-user.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { toResult } from "#app/lib/result.ts";
import { AccountLoadError } from "#app/routes/shared/account-load-error.tsx";
import { AccountSubpage, AccountSubpageSkeleton } from "#app/routes/shared/account-subpage.tsx";
import "#app/routes/shared/preload-customer-modules.ts";
import type { Route } from "./+types/security";

const TITLE = "Sécurité";

export const handle: PageHandle = { signedIn: true, noindex: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/account/security",
    title: TITLE,
    description: "Le second facteur de votre compte et les appareils où il est ouvert.",
  });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const account = await requireUser(request);
  return { account, security: await toResult("account security", loadAccountSecurity()) };
}

export default function SecurityPage({ loaderData: { account, security } }: Route.ComponentProps) {
  const { shop_name } = useShop();
  const { revalidate } = useRevalidator();
  return (
    <AccountSubpage title={TITLE}>
      <AccountGuard account={account}>
        {security.ok ? (
          <SecurityPanels security={security.value} issuer={shop_name} onChanged={revalidate} />
        ) : (
          <AccountLoadError text="La sécurité de votre compte n'a pas pu être chargée." />
        )}
      </AccountGuard>
    </AccountSubpage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <AccountSubpage title={TITLE}>
      <OfflineNotice error={error} />
    </AccountSubpage>
  );
}

export function HydrateFallback() {
  return (
    <AccountSubpage title={TITLE}>
      <AccountSubpageSkeleton />
    </AccountSubpage>
  );
}
