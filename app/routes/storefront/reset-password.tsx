/** The password recovery page: requests the mail, and its link returns here to set a new password. */
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate } from "react-router";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { OfflineNotice } from "#app/components/ui/offline-notice.tsx";
import { takeAuthLink } from "#app/features/identity/link/auth-link.ts";
import { OpenLink, ReplaceSession } from "#app/features/identity/link/open-link.tsx";
import { RecoveryForm } from "#app/features/identity/password/recovery-form.tsx";
import {
  getRecoveryStep,
  getStepOfLink,
  getStepOfReset,
} from "#app/features/identity/password/recovery-step.ts";
import { ResetPasswordForm } from "#app/features/identity/password/reset-password-form.tsx";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
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

/** Loaded only for accounts with a second factor. */
const SignInCode = lazy(async () => ({
  default: (await import("#app/features/identity/second-factor/sign-in-code.tsx")).SignInCode,
}));

export async function clientLoader() {
  const link = takeAuthLink();
  return { step: await getRecoveryStep(await getAuthClient(), link) };
}

export default function ResetPasswordPage({ loaderData }: Route.ComponentProps) {
  const [step, setStep] = useState(loaderData.step);
  const navigate = useNavigate();
  const { connect } = useAuth();
  switch (step.kind) {
    case "open":
      return (
        <PageLayout
          title="Choisissez un nouveau mot de passe"
          lead="Ce lien a été demandé dans un autre navigateur. Vous pouvez continuer dans celui-ci."
        >
          <OpenLink
            tokenHash={step.tokenHash}
            onOpened={async (session) => setStep(await getStepOfLink(await connect(), session))}
            onExpired={() => setStep({ kind: "request", reason: "expired" })}
          />
        </PageLayout>
      );
    case "replace":
      return (
        <PageLayout title="Changer de compte&nbsp;?">
          <ReplaceSession
            session={step.session}
            currentEmail={step.currentEmail}
            onReplaced={async () => setStep(await getStepOfReset(await connect()))}
            onDiscarded={() => void navigate("/account", { replace: true })}
          />
        </PageLayout>
      );
    case "code":
      return (
        <PageLayout title="Choisissez un nouveau mot de passe">
          <Suspense fallback={<div role="status" aria-label="Chargement" className="skeleton h-44" />}>
            <SignInCode
              onPresented={async () => setStep(await getStepOfReset(await connect()))}
              onCancel={async () => {
                await (await connect()).signOut({ scope: "local" });
                setStep({ kind: "request", reason: null });
              }}
            />
          </Suspense>
        </PageLayout>
      );
    case "reset":
      return (
        <PageLayout title="Choisissez un nouveau mot de passe" lead={`Pour le compte ${step.email}.`}>
          <ResetPasswordForm
            email={step.email}
            onChanged={() => void navigate("/account", { replace: true })}
          />
        </PageLayout>
      );
    case "request":
      return <RequestStep reason={step.reason} />;
  }
}

const REASONS = {
  expired: "Ce lien n'est plus valable\u00a0: il a déjà servi, ou il est trop ancien. Demandez-en un autre.",
  "other-browser":
    "Ce lien ne s'ouvre que dans le navigateur où il a été demandé. Ouvrez-le là-bas, ou demandez-en un autre ici.",
};

function RequestStep({ reason }: { reason: keyof typeof REASONS | null }) {
  return (
    <PageLayout
      title="Mot de passe oublié&nbsp;?"
      lead="Indiquez votre adresse&nbsp;: nous y enverrons un lien."
    >
      {reason && (
        <Notice variant="warning" role="alert">
          {REASONS[reason]}
        </Notice>
      )}
      <RecoveryForm redirectTo={window.location.origin + PATH} />
      <Link to="/login" className="link -my-3 inline-flex min-h-11 items-center justify-self-center text-sm">
        Retour à la connexion
      </Link>
    </PageLayout>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageLayout title="Mot de passe oublié&nbsp;?">
      <OfflineNotice error={error} />
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
