/** /admin/invitation?token=…: the page that the link of an invitation opens; whoever accepts it is a member of the staff. */
import ShieldCheck from "lucide-react/icons/shield-check";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { toastModule } from "#app/components/ui/toast/toaster.tsx";
import { acceptInvitation } from "#app/features/admin/administrators/administrators.mutations.ts";
import { findInvitation } from "#app/features/admin/administrators/administrators.queries.ts";
import { InvitationForm, type InvitedAccount } from "#app/features/admin/administrators/invitation-form.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { endSession } from "#app/features/admin/shared/administrator.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { signInWithPassword, signUpWithPassword } from "#app/features/identity/sign-in/sign-in.ts";
import { getAuthClient, getCurrentSession } from "#app/lib/supabase/auth.client.ts";
import { lacksSecondFactor } from "#app/lib/supabase/second-factor.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/invitation";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/invitation", "Invitation");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const [invitation, session] = await Promise.all([
    token === "" ? null : findInvitation(getSupabase(), token),
    getCurrentSession(),
    toastModule.get(),
  ]);
  return {
    token,
    invitation,
    // An account with only a number has none, and cannot be a member of the staff.
    signedInEmail: session?.user.email || null,
    needsCode: session !== null && lacksSecondFactor(session),
  };
}

/** Loaded only for accounts with a second factor. */
const SignInCode = lazy(async () => ({
  default: (await import("#app/features/identity/second-factor/sign-in-code.tsx")).SignInCode,
}));

export default function InvitationPage({ loaderData }: Route.ComponentProps) {
  const { token, invitation, signedInEmail, needsCode } = loaderData;
  const { revalidate } = useRevalidator();
  const accept = useAcceptance(token);

  async function leave() {
    await endSession();
    await revalidate();
  }

  if (!invitation) {
    return (
      <InvitationCard lead="Cette invitation n'est plus valable : elle a déjà servi, ou elle est trop ancienne. Demandez-en une autre à qui vous a invité.">
        <Link to="/admin/login" className={buttonClass("outline")}>
          Se connecter
        </Link>
      </InvitationCard>
    );
  }
  const lead = `${invitation.name}, vous êtes invité à rejoindre l'équipe de la boutique${invitation.email === null ? "" : ` avec l'adresse ${invitation.email}`}.`;
  if (signedInEmail === null) {
    return (
      <InvitationCard lead={lead}>
        <InvitationForm
          invitation={invitation}
          onSubmit={async (account) => {
            const failure = await openAccount(invitation.name, account);
            if (failure) return failure;
            const session = await getCurrentSession();
            if (session && lacksSecondFactor(session)) {
              await revalidate();
              return null;
            }
            return accept();
          }}
        />
        {(invitation.has_account || invitation.email === null) && (
          <Link
            to="/reset-password"
            className="link -my-3 inline-flex min-h-11 items-center justify-self-center text-sm"
          >
            Mot de passe oublié&nbsp;?
          </Link>
        )}
      </InvitationCard>
    );
  }
  if (invitation.email !== null && signedInEmail.toLowerCase() !== invitation.email) {
    return (
      <InvitationCard lead={lead}>
        <Notice variant="warning">
          Vous êtes connecté avec {signedInEmail}. L'invitation est pour {invitation.email}.
        </Notice>
        <AcceptButton label="Changer de compte" onPress={() => leave().then(() => null)} />
      </InvitationCard>
    );
  }
  return (
    <InvitationCard lead={lead}>
      {needsCode ? (
        <Suspense fallback={<div role="status" aria-label="Chargement" className="skeleton h-44" />}>
          <SignInCode onPresented={revalidate} onCancel={leave} />
        </Suspense>
      ) : (
        <>
          {invitation.email === null && (
            <p className="text-sm [overflow-wrap:anywhere]">Vous êtes connecté avec {signedInEmail}.</p>
          )}
          <AcceptButton label="Accepter l'invitation" onPress={accept} />
          {invitation.email === null && (
            <Button variant="outline" onClick={() => void leave()}>
              Changer de compte
            </Button>
          )}
        </>
      )}
    </InvitationCard>
  );
}

/** Accepts with the session that there is, and opens the admin area; resolves to what failed. */
function useAcceptance(token: string): () => Promise<string | null> {
  const navigate = useNavigate();
  return async () => {
    try {
      await acceptInvitation(getSupabase(), token);
    } catch (error) {
      console.error("admin: the invitation could not be accepted", error);
      return toUserMessage(error);
    }
    toast({ title: "Bienvenue dans l'équipe" });
    await navigate("/admin/dashboard", { replace: true });
    return null;
  };
}

/** Signs in, or registers the address; resolves to what failed or comes next, null with a session. */
async function openAccount(
  name: string,
  { email, password, isKnown }: InvitedAccount,
): Promise<string | null> {
  if (isKnown) {
    const result = await signInWithPassword(getAuthClient, email, password);
    return result.kind === "error" ? result.message : null;
  }
  const account = { firstName: name, lastName: "", phone: "", email, password };
  const result = await signUpWithPassword(getAuthClient, account, `${window.location.origin}/login`);
  if (result.kind === "error") return result.message;
  return result.kind === "signed-in"
    ? null
    : `Confirmez d'abord votre adresse par le lien envoyé à ${email}, puis ouvrez à nouveau le lien de l'invitation.`;
}

function AcceptButton({ label, onPress }: { label: string; onPress(): Promise<string | null> }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <>
      {failure && (
        <Notice variant="error" role="alert">
          {failure}
        </Notice>
      )}
      <BusyButton
        variant="primary"
        className="w-full"
        busy={busy}
        onClick={async () => {
          setBusy(true);
          setFailure(await onPress());
          setBusy(false);
        }}
      >
        {label}
      </BusyButton>
    </>
  );
}

export function HydrateFallback() {
  return (
    <InvitationCard lead="">
      <NoScriptNotice advice="" />
      <div role="status" aria-label="Chargement" className="skeleton h-44" />
    </InvitationCard>
  );
}

function InvitationCard({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center bg-foreground p-4">
      <div className="grid w-full max-w-100 gap-5 rounded-card bg-white p-6 sm:p-8">
        <div className="grid gap-1.5">
          <ShieldCheck aria-hidden size={28} className="text-brand" />
          <h1 className="text-2xl">Administration</h1>
          <p className="text-sm text-muted [overflow-wrap:anywhere]">{lead}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
