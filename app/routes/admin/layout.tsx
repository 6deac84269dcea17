/**
 * The layout route of the authenticated admin area. The access check is a middleware, which runs at every
 * navigation, before any loader of a screen. The server renders nothing of this: its response is the same
 * empty layout for everyone.
 */
import { lazy, Suspense, useCallback, useEffect } from "react";
import { Outlet, useLocation, useNavigate, useRevalidator } from "react-router";
import { LoadError } from "#app/components/admin/load-error.tsx";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { useRetainedFocus } from "#app/components/admin/use-retained-focus.ts";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { toastModule } from "#app/components/ui/toast/toaster.tsx";
import { AdminLayout } from "#app/features/admin/layout/admin-layout.tsx";
import { getScreenTitle } from "#app/features/admin/layout/menu.ts";
import { AdminSearch } from "#app/features/admin/search/admin-search.tsx";
import { type Administrator, findAdministrator } from "#app/features/admin/shared/administrator.queries.ts";
import {
  administratorContext,
  endSession,
  getCurrentAccess,
  requireAdministrator,
  SIGN_IN_PATH,
} from "#app/features/admin/shared/administrator.ts";
import { RightsContext } from "#app/features/admin/shared/use-rights.ts";
import { SessionEndedDialog } from "#app/features/admin/sign-in/session-ended-dialog.tsx";
import { useSessionEnd } from "#app/features/admin/sign-in/use-session-end.ts";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { setReauthentication } from "#app/lib/supabase/reauthentication.ts";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/layout";

setReauthentication(async () =>
  (
    await import("#app/features/identity/reauthentication/reauthentication-dialog.tsx")
  ).openReauthenticationDialog(),
);

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request, context }) => {
    context.set(administratorContext, await requireAdministrator(request));
  },
];

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  await toastModule.get();
  return { administrator: context.get(administratorContext) };
}

/** The administrator may change with any navigation. */
export const shouldRevalidate = () => true;

export default function AdminLayoutRoute({ loaderData: { administrator } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const { shop_name: shopName } = useShop();
  const signOut = useSignOut();
  useCrossTabSignOut();
  useRetainedFocus();
  useRoleChange(administrator);
  return (
    <RightsContext value={administrator.rights}>
      <AdminLayout
        shopName={shopName}
        title={getScreenTitle(pathname)}
        administrator={administrator}
        onSignOut={signOut}
        search={<AdminSearch />}
      >
        <Outlet />
      </AdminLayout>
      <SessionEnd email={administrator.email} onLeave={signOut} />
    </RightsContext>
  );
}

/** Loaded only for accounts with a second factor. */
const CodeForm = lazy(async () => ({
  default: (await import("#app/features/identity/second-factor/code-form.tsx")).CodeForm,
}));

function SessionEnd({ email, onLeave }: { email: string; onLeave(): Promise<void> }) {
  const [end, resume] = useSessionEnd();
  if (!end) return null;
  return (
    <SessionEndedDialog
      end={end}
      email={email}
      renderCodeForm={(onPresented) => (
        <Suspense fallback={<div role="status" aria-label="Chargement" className="skeleton h-44" />}>
          <CodeForm action="Se reconnecter" onPresented={onPresented} />
        </Suspense>
      )}
      onResumed={resume}
      onLeave={() => void onLeave()}
    />
  );
}

function useSignOut() {
  const navigate = useNavigate();
  return useCallback(async () => {
    const isRecorded = await endSession();
    const description = "Cet appareil est déconnecté, mais le serveur n'a pas pu l'enregistrer.";
    toast({ title: "Déconnexion réussie", ...(!isRecorded && { description }) });
    await navigate(SIGN_IN_PATH);
  }, [navigate]);
}

/** After a sign-out in another tab, the access check runs immediately instead of at the next navigation. */
function useCrossTabSignOut() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // Only other tabs receive this event: a sign-out in this tab navigates by itself.
    function onStorage({ key, newValue }: StorageEvent) {
      if (key === SESSION_KEY && newValue === null) void revalidate();
    }
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [revalidate]);
}

/**
 * After a change of the user's role, and after their removal from the staff, the access check runs immediately as well.
 * A session that is over is left to its dialog, which keeps what is typed.
 */
function useRoleChange({ id, role }: Administrator) {
  const { revalidate } = useRevalidator();
  const isChanged = async () => {
    const member = await findAdministrator(getSupabase(), id);
    return member ? member.role !== role : (await getCurrentAccess()) === "none";
  };
  useRealtimeRevalidation(["admin_users"], async () => {
    // A check that fails, as in a session that is over, leaves the screen to its own requests.
    if (await isChanged().catch(() => false)) await revalidate();
  });
}

export function ErrorBoundary() {
  return (
    <main className="grid gap-4 p-4">
      <title>Administration</title>
      <h1 className="text-lg">Administration</h1>
      <LoadError
        message="L'écran n'a pas pu s'ouvrir : le serveur ne répond pas."
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}

export function HydrateFallback() {
  return (
    <div className="flex min-h-dvh">
      <div className="admin-menu w-64 max-lg:hidden" />
      <main className="grow">
        <h1 className="sr-only">Administration</h1>
        <div className="h-14 border-b border-border" />
        <div className="px-3 py-4 md:px-6 md:py-6">
          <NoScriptNotice advice="" />
          <div role="status" aria-label="Chargement" className="mx-auto grid max-w-admin gap-5">
            <div className="skeleton h-8 w-48" />
            <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
              <div className="skeleton h-24 rounded-lg" />
              <div className="skeleton h-24 rounded-lg" />
              <div className="skeleton h-24 rounded-lg max-lg:hidden" />
            </div>
            <div className="skeleton h-80 rounded-lg" />
          </div>
        </div>
      </main>
    </div>
  );
}
