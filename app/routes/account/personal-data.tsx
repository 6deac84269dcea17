/** /account/personal-data («Mes données»): a copy of the customer's data, and the erasure of the account. */
import { Link, useRevalidator } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { OfflineNotice } from "#app/components/ui/offline-notice.tsx";
import { CopyPanel } from "#app/features/identity/personal-data/copy-panel.tsx";
import { ErasePanel } from "#app/features/identity/personal-data/erase-panel.tsx";
import { loadAccountProof } from "#app/features/identity/reauthentication/account-proof.ts";
import { AccountGuard } from "#app/features/identity/session/account-guard.tsx";
import { requireUser } from "#app/features/identity/session/require-user.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { toResult } from "#app/lib/result.ts";
import "#app/routes/shared/preload-customer-modules.ts";
import type { Route } from "./+types/personal-data";

export const handle: PageHandle = { signedIn: true, noindex: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/account/personal-data",
    title: "Mes données",
    description: "Une copie de vos données, ou la fin de votre compte.",
  });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const account = await requireUser(request);
  return { account, proof: await toResult("account proof", loadAccountProof()) };
}

export default function PersonalDataPage({ loaderData: { account, proof } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  return (
    <PageLayout>
      <AccountGuard account={account}>
        <CopyPanel />
        {proof.ok ? (
          <ErasePanel proof={proof.value} />
        ) : (
          <Notice variant="error" role="alert" className="grid justify-items-start gap-2">
            <p className="font-semibold">Votre compte n'a pas pu être chargé.</p>
            <BusyButton variant="outline" busy={state === "loading"} onClick={() => void revalidate()}>
              Réessayer
            </BusyButton>
          </Notice>
        )}
      </AccountGuard>
    </PageLayout>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageLayout>
      <OfflineNotice error={error} />
    </PageLayout>
  );
}

export function HydrateFallback() {
  return (
    <PageLayout>
      <NoScriptNotice />
      <div role="status" aria-label="Chargement" className="grid gap-6">
        <div className="skeleton h-48 rounded-card" />
        <div className="skeleton h-48 rounded-card" />
      </div>
    </PageLayout>
  );
}

function PageLayout({ children }: { children: React.ReactNode }) {
  return (
    <div className="page py-6 md:py-10">
      <div className="mx-auto grid max-w-200 gap-6">
        <div className="grid gap-1">
          <Link
            to="/account"
            className="link -my-2 inline-flex min-h-11 items-center justify-self-start text-sm"
          >
            Mon compte
          </Link>
          <h1 className="text-3xl">Mes données</h1>
        </div>
        {children}
      </div>
    </div>
  );
}
