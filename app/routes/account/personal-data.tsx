/** /account/personal-data («Mes données»): a copy of the customer's data, and the erasure of the account. */
import { OfflineNotice } from "#app/components/ui/offline-notice.tsx";
import { CopyPanel } from "#app/features/identity/personal-data/copy-panel.tsx";
import { ErasePanel } from "#app/features/identity/personal-data/erase-panel.tsx";
import { loadAccountProof } from "#app/features/identity/reauthentication/account-proof.ts";
import { AccountGuard } from "#app/features/identity/session/account-guard.tsx";
import { requireUser } from "#app/features/identity/session/require-user.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { toResult } from "#app/lib/result.ts";
import { AccountLoadError } from "#app/routes/shared/account-load-error.tsx";
import { AccountSubpage, AccountSubpageSkeleton } from "#app/routes/shared/account-subpage.tsx";
import "#app/routes/shared/preload-customer-modules.ts";
import type { Route } from "./+types/personal-data";

const TITLE = "Mes données";

export const handle: PageHandle = { signedIn: true, noindex: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/account/personal-data",
    title: TITLE,
    description: "Une copie de vos données, ou la fin de votre compte.",
  });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const account = await requireUser(request);
  return { account, proof: await toResult("account proof", loadAccountProof()) };
}

export default function PersonalDataPage({ loaderData: { account, proof } }: Route.ComponentProps) {
  return (
    <AccountSubpage title={TITLE}>
      <AccountGuard account={account}>
        <CopyPanel />
        {proof.ok ? (
          <ErasePanel proof={proof.value} />
        ) : (
          <AccountLoadError text="Votre compte n'a pas pu être chargé." />
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
