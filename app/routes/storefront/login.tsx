/**
 * Signing in and registering. Whoever has a session is sent on to where they wanted to go, at once or as soon
 * as the form, or another tab, has made one.
 */
import { useEffect } from "react";
import { replace, useNavigate } from "react-router";
import { NeedsScript } from "../../components/ui/needs-script.tsx";
import { OfflineNotice } from "../../components/ui/offline-notice.tsx";
import { preloadToasts } from "../../components/ui/toast/toaster.tsx";
import { useShop } from "../../features/content/shop-settings.tsx";
import { loadSignIn, useAuth } from "../../features/identity/auth-provider.tsx";
import { safeReturnUrl } from "../../features/identity/return-url.ts";
import { SignInTabs } from "../../features/identity/sign-in-tabs.tsx";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { authClient } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/login";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: "/login",
    title: "Connexion",
    description: "Connectez-vous ou créez un compte pour commander et suivre vos livraisons.",
    noindex: true,
  });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const returnUrl = safeReturnUrl(new URL(request.url).searchParams.get("returnUrl"));
  const [client] = await Promise.all([authClient(), preloadToasts(), loadSignIn()]);
  const { data } = await client.getSession();
  return data.session ? replace(returnUrl) : { returnUrl };
}

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const { returnUrl } = loaderData;
  const { status } = useAuth();
  const navigate = useNavigate();

  useEffect(() => {
    if (status === "signed-in") void navigate(returnUrl, { replace: true });
  }, [status, returnUrl, navigate]);

  return (
    <Frame>
      <SignInTabs />
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <OfflineNotice />
    </Frame>
  );
}

export function HydrateFallback() {
  return (
    <Frame>
      <NeedsScript />
      <div role="status" aria-label="Chargement" className="grid gap-5">
        <div className="skeleton h-13 rounded-md" />
        <div className="skeleton mt-3 h-18 rounded-md" />
        <div className="skeleton h-18 rounded-md" />
        <div className="skeleton h-11 rounded-md" />
      </div>
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  const { shop_name } = useShop();
  return (
    <div className="page py-6 md:py-12">
      <div className="card mx-auto grid max-w-[480px] gap-6 p-5 sm:p-8">
        <div className="grid gap-1">
          <h1 className="text-2xl">Bienvenue chez {shop_name}</h1>
          <p className="text-ink-soft">
            Un compte pour commander, suivre vos livraisons et payer à la réception.
          </p>
        </div>
        {children}
      </div>
    </div>
  );
}
