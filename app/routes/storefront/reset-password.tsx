/** The password recovery page: requests the mail, and its link returns here to set a new password. */
import { Link, useNavigate } from "react-router";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { OfflineNotice } from "#app/components/ui/offline-notice.tsx";
import { getRecoveryStep } from "#app/features/identity/password/recovery.ts";
import { RecoveryForm } from "#app/features/identity/password/recovery-form.tsx";
import { ResetPasswordForm } from "#app/features/identity/password/reset-password-form.tsx";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import "#app/routes/shared/preload-customer-modules.ts";
import type { Route } from "./+types/reset-password";

const PATH = "/reset-password";

export const handle: PageHandle = { noindex: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: PATH,
    title: "Mot de passe oublié",
    description: "Recevez un lien par e-mail pour choisir un nouveau mot de passe.",
  });
}

export async function clientLoader() {
  // Read before auth-js removes the session from the hash.
  const { hash, origin } = window.location;
  const client = await getAuthClient();
  const step = await getRecoveryStep(client, hash);
  const { data } = await client.getSession();
  return { step, redirectTo: origin + PATH, email: data.session?.user.email ?? "" };
}

export default function ResetPasswordPage({ loaderData }: Route.ComponentProps) {
  const { step, redirectTo, email } = loaderData;
  const navigate = useNavigate();
  if (step === "reset") {
    return (
      <PageLayout title="Choisissez un nouveau mot de passe" lead={`Pour le compte ${email}.`}>
        <ResetPasswordForm email={email} onChanged={() => void navigate("/account", { replace: true })} />
      </PageLayout>
    );
  }
  return (
    <PageLayout
      title="Mot de passe oublié&nbsp;?"
      lead="Indiquez votre adresse&nbsp;: nous y enverrons un lien."
    >
      {step === "expired" && (
        <Notice variant="warning" role="alert">
          Ce lien n'est plus valable&nbsp;: il a déjà servi, ou il est trop ancien. Demandez-en un autre.
        </Notice>
      )}
      <RecoveryForm redirectTo={redirectTo} />
      <Link to="/login" className="link -my-3 inline-flex min-h-11 items-center justify-self-center text-sm">
        Retour à la connexion
      </Link>
    </PageLayout>
  );
}

export function ErrorBoundary() {
  return (
    <PageLayout title="Mot de passe oublié&nbsp;?">
      <OfflineNotice />
    </PageLayout>
  );
}

export function HydrateFallback() {
  return (
    <PageLayout title="Mot de passe oublié&nbsp;?">
      <NoScriptNotice />
      <div role="status" aria-label="Chargement" className="grid gap-4">
        <div className="skeleton h-18 rounded-md" />
        <div className="skeleton h-11 rounded-md" />
      </div>
    </PageLayout>
  );
}

function PageLayout({ title, lead, children }: { title: string; lead?: string; children: React.ReactNode }) {
  return (
    <div className="page py-6 md:py-12">
      <div className="card mx-auto grid max-w-form gap-6 p-5 sm:p-8">
        <div className="grid gap-1">
          <h1 className="text-2xl">{title}</h1>
          {lead && <p className="text-muted [overflow-wrap:anywhere]">{lead}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}
