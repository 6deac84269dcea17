/**
 * The frame of the screens behind the door. The door is a middleware: it is asked at every navigation, before any
 * loader of a screen. Nothing of this is drawn on the server, whose answer is the same empty desk for everyone.
 */
import { useCallback, useEffect } from "react";
import { Outlet, useLocation, useNavigate, useRevalidator } from "react-router";
import { Failed } from "../../components/office/failed.tsx";
import { NeedsScript } from "../../components/ui/needs-script.tsx";
import { toast } from "../../components/ui/toast/toast.ts";
import { toastCode } from "../../components/ui/toast/toaster.tsx";
import {
  administratorContext,
  endSession,
  requireAdministrator,
  SIGN_IN,
} from "../../features/office/administrator.ts";
import { screenTitle } from "../../features/office/frame/menu.ts";
import { OfficeFrame } from "../../features/office/frame/office-frame.tsx";
import { OfficeSearch } from "../../features/office/search/office-search.tsx";
import { SESSION_KEY } from "../../lib/stored-session.ts";
import type { Route } from "./+types/desk";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request, context }) => {
    context.set(administratorContext, await requireAdministrator(request));
  },
];

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  await toastCode.get();
  return { administrator: context.get(administratorContext) };
}

/** Who it is may have changed with any step. */
export const shouldRevalidate = () => true;

export default function Desk({ loaderData: { administrator } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const signOut = useSignOut();
  useSessionEnd();
  return (
    <OfficeFrame
      title={screenTitle(pathname)}
      administrator={administrator}
      onSignOut={signOut}
      search={<OfficeSearch />}
    >
      <Outlet />
    </OfficeFrame>
  );
}

function useSignOut() {
  const navigate = useNavigate();
  return useCallback(async () => {
    await endSession();
    toast({ title: "Déconnexion réussie" });
    await navigate(SIGN_IN);
  }, [navigate]);
}

/** Signed out in another tab: the door is asked again at once, not at the next step. */
function useSessionEnd() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // Only other tabs are told: what this one does to the session leads on by itself.
    function onStorage({ key, newValue }: StorageEvent) {
      if (key === SESSION_KEY && newValue === null) void revalidate();
    }
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [revalidate]);
}

export function ErrorBoundary() {
  return (
    <main className="grid gap-4 p-4">
      <title>Administration</title>
      <h1 className="text-lg">Administration</h1>
      <Failed
        message="L'écran n'a pas pu s'ouvrir : le serveur ne répond pas."
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}

export function HydrateFallback() {
  return (
    <div className="flex min-h-dvh">
      <div className="desk-menu w-64 max-lg:hidden" />
      <main className="grow">
        <h1 className="sr-only">Administration</h1>
        <div className="h-14 border-b border-line" />
        <div className="px-3 py-4 md:px-6 md:py-6">
          <NeedsScript />
          <div role="status" aria-label="Chargement" className="mx-auto grid max-w-[1200px] gap-5">
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
