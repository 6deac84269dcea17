/** The root of the admin area, including its sign-in page: its own stylesheet, without the shop's layout. */
import "#app/styles/admin.ts";
import { useEffect } from "react";
import { Outlet } from "react-router";
import { LoadError } from "#app/components/admin/load-error.tsx";
import { Toaster } from "#app/components/ui/toast/toaster.tsx";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { removeSessionFromUrl } from "#app/lib/supabase/stored-session.ts";

export const handle: PageHandle = { stylesheet: "admin", noindex: true };

export default function AdminRoot() {
  useEffect(removeSessionFromUrl, []);
  return (
    <>
      <Toaster />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-form content-center gap-4 p-4">
      <title>Administration</title>
      <h1 className="text-2xl">Administration</h1>
      <LoadError
        message="La page n'a pas pu s'ouvrir : le serveur ne répond pas."
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
