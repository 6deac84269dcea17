/** The sign-in page of the back office. Whoever is an administrator already is led in. */
import ShieldCheck from "lucide-react/icons/shield-check";
import type { ReactNode } from "react";
import { replace, useNavigate } from "react-router";
import { NeedsScript } from "../../components/ui/needs-script.tsx";
import { toastCode } from "../../components/ui/toast/toaster.tsx";
import { safeReturnUrl } from "../../features/identity/return-url.ts";
import { OfficeSignInForm } from "../../features/office/access/office-sign-in-form.tsx";
import { currentAdministrator } from "../../features/office/administrator.ts";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import type { Route } from "./+types/login";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: "/admin/login",
    title: "Administration",
    description: "La porte de l'administration, réservée à l'équipe de la boutique.",
    noindex: true,
  });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const returnUrl = insideOr(new URL(request.url).searchParams.get("returnUrl"), "/admin/dashboard");
  const [known] = await Promise.all([currentAdministrator(), toastCode.get()]);
  return known ? replace(returnUrl) : { returnUrl };
}

/** The address when it is one of the back office. */
function insideOr(address: string | null, fallback: string): string {
  const safe = safeReturnUrl(address);
  return safe.startsWith("/admin/") && !safe.startsWith("/admin/login") ? safe : fallback;
}

export default function OfficeLogin({ loaderData: { returnUrl } }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <Frame>
      <OfficeSignInForm onSignedIn={() => navigate(returnUrl, { replace: true })} />
    </Frame>
  );
}

export function HydrateFallback() {
  return (
    <Frame>
      <NeedsScript />
      <div role="status" aria-label="Chargement" className="grid gap-4">
        <div className="skeleton h-17.5" />
        <div className="skeleton h-17.5" />
        <div className="skeleton h-11" />
      </div>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center bg-ink p-4">
      <div className="grid w-full max-w-[400px] gap-6 rounded-card bg-white p-6 sm:p-8">
        <div className="grid gap-1.5">
          <ShieldCheck aria-hidden size={28} className="text-laterite" />
          <h1 className="text-2xl">Administration</h1>
          <p className="text-sm text-ink-soft">Espace réservé aux administrateurs</p>
        </div>
        {children}
      </div>
    </main>
  );
}
