/**
 * The sign-in and registration page. A signed-in user is redirected to the return URL, at once or as soon as
 * the form, or another tab, has created a session. The forms are server-rendered: on a slow phone they can be
 * filled in and submitted before hydration (app/bootstrap.ts).
 */
import { lazy, Suspense, useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { showEarlySignInRequired } from "#app/features/checkout/sign-in-required.ts";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { toSafeReturnUrl } from "#app/features/identity/sign-in/return-url.ts";
import { SignInTabs } from "#app/features/identity/sign-in/sign-in-tabs.tsx";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";
import "#app/routes/shared/preload-customer-modules.ts";
import type { Route } from "./+types/login";

export const handle: PageHandle = { noindex: true, searchParams: ["tab"] };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/login",
    title: "Connexion",
    description: "Connectez-vous ou créez un compte pour commander et suivre vos livraisons.",
  });
}

const SignUpLink = lazy(async () => ({
  default: (await import("#app/features/identity/link/sign-up-link.tsx")).SignUpLink,
}));

/** Loaded only for accounts with a second factor. */
const SignInCode = lazy(async () => ({
  default: (await import("#app/features/identity/second-factor/sign-in-code.tsx")).SignInCode,
}));

/** Loaded after the forms, which are the same for everyone. */
const NumberSignIn = lazy(async () => ({
  default: (await import("#app/features/identity/number/number-sign-in.tsx")).NumberSignIn,
}));

export default function LoginPage() {
  const [params] = useSearchParams();
  const returnUrl = toSafeReturnUrl(params.get("returnUrl"));
  const { status, connect } = useAuth();
  const navigate = useNavigate();

  // A session that a code has opened is waited for until its number's orders are the account's.
  const [isPending, setPending] = useState(false);
  const [byCode, setByCode] = useState(false);
  // No other page would know of a session that the browser cannot store.
  const [isUnstored, setUnstored] = useState(false);
  useEffect(() => {
    if (status !== "signed-in" || isPending) return;
    // A code by text message is asked for to see the orders of its number.
    const target = byCode && !params.has("returnUrl") ? "/account?tab=commandes" : returnUrl;
    if (hasStoredSession()) void navigate(target, { replace: true });
    else setUnstored(true);
  }, [status, isPending, byCode, params, returnUrl, navigate]);

  useEffect(showEarlySignInRequired, []);

  // The server's HTML is the same with and without a link, and whatever the session is for.
  const [hasLink, setHasLink] = useState(false);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => {
    setHasLink(/[?&](code|error_code)=/.test(window.location.search));
    setHydrated(true);
  }, []);

  return (
    <PageLayout>
      <NoScriptNotice />
      <div className="needs-script grid gap-6">
        {isUnstored && (
          <Notice variant="error" role="alert">
            Cet appareil ne peut pas garder votre connexion&nbsp;: sa mémoire est pleine, ou le navigateur ne
            permet pas de s'en servir. Faites de la place ou quittez la navigation privée, puis
            reconnectez-vous.
          </Notice>
        )}
        {hasLink && (
          <Suspense>
            <SignUpLink />
          </Suspense>
        )}
        {status === "code-required" ? (
          <Suspense fallback={<div role="status" aria-label="Chargement" className="skeleton h-44" />}>
            <SignInCode onCancel={async () => void (await (await connect()).signOut({ scope: "local" }))} />
          </Suspense>
        ) : (
          <SignInTabs />
        )}
        {isHydrated && status !== "code-required" && (
          <Suspense>
            <NumberSignIn
              isForOrder={/^\/checkout\b/.test(returnUrl)}
              onPending={(pending) => {
                setPending(pending);
                setByCode(true);
              }}
            />
          </Suspense>
        )}
      </div>
    </PageLayout>
  );
}

function PageLayout({ children }: { children: React.ReactNode }) {
  const { shop_name } = useShop();
  return (
    <div className="page py-6 md:py-12">
      <div className="card mx-auto grid max-w-form gap-6 p-5 sm:p-8">
        <div className="grid gap-1">
          <h1 className="text-2xl">Bienvenue chez {shop_name}</h1>
          <p className="text-muted">
            Un compte pour commander, suivre vos livraisons et payer à la réception.
          </p>
        </div>
        {children}
      </div>
    </div>
  );
}
