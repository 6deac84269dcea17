/** /admin/login: the sign-in page of the admin area. A signed-in administrator is redirected. */
import ShieldCheck from "lucide-react/icons/shield-check";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { replace, useNavigate } from "react-router";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toastModule } from "#app/components/ui/toast/toaster.tsx";
import {
  endSession,
  getCurrentAccess,
  getCurrentAdministrator,
} from "#app/features/admin/shared/administrator.ts";
import { AdminSignInForm } from "#app/features/admin/sign-in/admin-sign-in-form.tsx";
import { isSessionEnd, SESSION_END_REASONS } from "#app/features/admin/sign-in/session-end-reasons.ts";
import type { SignInStep } from "#app/features/admin/sign-in/sign-in.ts";
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
  const params = new URL(request.url).searchParams;
  const returnUrl = toAdminPath(params.get("returnUrl"), "/admin/dashboard");
  const [administrator] = await Promise.all([getCurrentAdministrator(), toastModule.get()]);
  if (administrator) return replace(returnUrl);
  const access = await getCurrentAccess();
  return { returnUrl, access, reason: [params.get("reason"), access].find(isSessionEnd) };
}

/** Returns the path when it is in the admin area, otherwise the fallback. */
function toAdminPath(path: string | null, fallback: string): string {
  const safe = toSafeReturnUrl(path);
  return safe.startsWith("/admin/") && !safe.startsWith("/admin/login") ? safe : fallback;
}

/** Loaded only when a second factor is needed. */
const SignInCode = lazy(async () => ({
  default: (await import("#app/features/identity/second-factor/sign-in-code.tsx")).SignInCode,
}));
const EnrollmentForm = lazy(async () => ({
  default: (await import("#app/features/identity/second-factor/enrollment-form.tsx")).EnrollmentForm,
}));

export default function AdminLogin({ loaderData: { returnUrl, access, reason } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const [step, setStep] = useState<SignInStep>(
    access === "code" || access === "enrollment" ? access : "password",
  );
  const finish = () => navigate(returnUrl, { replace: true });

  switch (step) {
    case "password":
      return (
        <SignInCard>
          {reason && (
            <Notice variant="info" role="status">
              {SESSION_END_REASONS[reason]} Reconnectez-vous pour continuer.
            </Notice>
          )}
          <AdminSignInForm onSignedIn={finish} onStep={setStep} />
        </SignInCard>
      );
    case "code":
      return (
        <SignInCard>
          <Suspense fallback={<FormSkeleton />}>
            <SignInCode
              onPresented={finish}
              onCancel={async () => {
                await endSession();
                setStep("password");
              }}
            />
          </Suspense>
        </SignInCard>
      );
    case "enrollment":
      return (
        <SignInCard>
          <Notice variant="info">
            Cette boutique exige un second facteur de ses administrateurs. Activez le vôtre pour continuer.
          </Notice>
          <Suspense fallback={<FormSkeleton />}>
            <EnrollmentForm issuer={window.location.host} onFinished={finish} />
          </Suspense>
        </SignInCard>
      );
  }
}

function FormSkeleton() {
  return <div role="status" aria-label="Chargement" className="skeleton h-44" />;
}

export function HydrateFallback() {
  return (
    <SignInCard>
      <NoScriptNotice advice="" />
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
