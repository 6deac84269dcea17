/** A forgotten password: the mail is asked for here, and its link leads back here, to choose a new one. */
import { Link, useNavigate } from "react-router";
import { NeedsScript } from "../../components/ui/needs-script.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import { OfflineNotice } from "../../components/ui/offline-notice.tsx";
import { ChosenPasswordForm } from "../../features/identity/chosen-password-form.tsx";
import { recoveryStep } from "../../features/identity/recovery.ts";
import { RecoveryForm } from "../../features/identity/recovery-form.tsx";
import { authClient } from "../../lib/auth.client.ts";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import "../parts/customer-code.ts";
import type { Route } from "./+types/reset-password";

const PATH = "/reset-password";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: PATH,
    title: "Mot de passe oublié",
    description: "Recevez un lien par e-mail pour choisir un nouveau mot de passe.",
    noindex: true,
  });
}

export async function clientLoader() {
  // Before auth-js takes the session out of it.
  const { hash, origin } = window.location;
  const client = await authClient();
  const step = await recoveryStep(client, hash);
  const { data } = await client.getSession();
  return { step, page: origin + PATH, email: data.session?.user.email ?? "" };
}

export default function ResetPasswordPage({ loaderData }: Route.ComponentProps) {
  const { step, page, email } = loaderData;
  const navigate = useNavigate();
  if (step === "choose") {
    return (
      <Frame title="Choisissez un nouveau mot de passe" lead={`Pour le compte ${email}.`}>
        <ChosenPasswordForm email={email} onChanged={() => void navigate("/account", { replace: true })} />
      </Frame>
    );
  }
  return (
    <Frame title="Mot de passe oublié&nbsp;?" lead="Indiquez votre adresse&nbsp;: nous y enverrons un lien.">
      {step === "late" && (
        <Notice tone="warning" role="alert">
          Ce lien n'est plus valable&nbsp;: il a déjà servi, ou il est trop ancien. Demandez-en un autre.
        </Notice>
      )}
      <RecoveryForm page={page} />
      <Link to="/login" className="link -my-3 inline-flex min-h-11 items-center justify-self-center text-sm">
        Retour à la connexion
      </Link>
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame title="Mot de passe oublié&nbsp;?">
      <OfflineNotice />
    </Frame>
  );
}

export function HydrateFallback() {
  return (
    <Frame title="Mot de passe oublié&nbsp;?">
      <NeedsScript />
      <div role="status" aria-label="Chargement" className="grid gap-4">
        <div className="skeleton h-18 rounded-md" />
        <div className="skeleton h-11 rounded-md" />
      </div>
    </Frame>
  );
}

function Frame({ title, lead, children }: { title: string; lead?: string; children: React.ReactNode }) {
  return (
    <div className="page py-6 md:py-12">
      <div className="card mx-auto grid max-w-[480px] gap-6 p-5 sm:p-8">
        <div className="grid gap-1">
          <h1 className="text-2xl">{title}</h1>
          {lead && <p className="text-ink-soft [overflow-wrap:anywhere]">{lead}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}
