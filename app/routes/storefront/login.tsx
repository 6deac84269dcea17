/**
 * Signing in and registering. Whoever has a session is sent on to where they wanted to go, at once or as soon
 * as the form, or another tab, has made one. The forms stand in the document: a slow phone shows them, and takes what is
 * typed and sent, long before the application is there (early-script.ts).
 */
import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { NeedsScript } from "../../components/ui/needs-script.tsx";
import { useShop } from "../../features/content/shop-settings.tsx";
import { useAuth } from "../../features/identity/auth-provider.tsx";
import { safeReturnUrl } from "../../features/identity/return-url.ts";
import { SignInTabs } from "../../features/identity/sign-in-tabs.tsx";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import "../parts/customer-code.ts";
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

export default function LoginPage() {
  const [params] = useSearchParams();
  const returnUrl = safeReturnUrl(params.get("returnUrl"));
  const { status } = useAuth();
  const navigate = useNavigate();

  useEffect(() => {
    if (status === "signed-in") void navigate(returnUrl, { replace: true });
  }, [status, returnUrl, navigate]);

  return (
    <Frame>
      <NeedsScript />
      <div className="needs-script grid gap-6">
        <SignInTabs />
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
