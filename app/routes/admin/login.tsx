/** /admin/login: the sign-in page of the admin area. A signed-in administrator is redirected. */
import ShieldCheck from "lucide-react/icons/shield-check";
import type { ReactNode } from "react";
import { replace, useNavigate } from "react-router";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { toastModule } from "#app/components/ui/toast/toaster.tsx";
import { getCurrentAdministrator } from "#app/features/admin/shared/administrator.ts";
import { AdminSignInForm } from "#app/features/admin/sign-in/admin-sign-in-form.tsx";
import { toSafeReturnUrl } from "#app/features/identity/sign-in/return-url.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import type { Route } from "./+types/login";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/admin/login",
    title: "Administration",
    description: "La porte de l'administration, réservée à l'équipe de la boutique.",
  });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const returnUrl = toAdminPath(new URL(request.url).searchParams.get("returnUrl"), "/admin/dashboard");
  const [administrator] = await Promise.all([getCurrentAdministrator(), toastModule.get()]);
  return administrator ? replace(returnUrl) : { returnUrl };
}

/** Returns the path when it is in the admin area, otherwise the fallback. */
function toAdminPath(path: string | null, fallback: string): string {
  const safe = toSafeReturnUrl(path);
  return safe.startsWith("/admin/") && !safe.startsWith("/admin/login") ? safe : fallback;
}

export default function AdminLogin({ loaderData: { returnUrl } }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <SignInCard>
      <AdminSignInForm onSignedIn={() => navigate(returnUrl, { replace: true })} />
    </SignInCard>
  );
}

export function HydrateFallback() {
  return (
    <SignInCard>
      <NoScriptNotice />
      <div role="status" aria-label="Chargement" className="grid gap-4">
        <div className="skeleton h-17.5" />
        <div className="skeleton h-17.5" />
        <div className="skeleton h-11" />
      </div>
    </SignInCard>
  );
}

function SignInCard({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center bg-foreground p-4">
      <div className="grid w-full max-w-100 gap-6 rounded-card bg-white p-6 sm:p-8">
        <div className="grid gap-1.5">
          <ShieldCheck aria-hidden size={28} className="text-brand" />
          <h1 className="text-2xl">Administration</h1>
          <p className="text-sm text-muted">Espace réservé aux administrateurs</p>
        </div>
        {children}
      </div>
    </main>
  );
}
