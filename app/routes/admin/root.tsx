/**
 * The root of the admin area, including its sign-in page: its own stylesheet and the shop's settings, without the
 * shop's layout.
 */
import "#app/styles/admin.ts";
import { useEffect } from "react";
import { Outlet } from "react-router";
import { LoadError } from "#app/components/admin/load-error.tsx";
import { Toaster } from "#app/components/ui/toast/toaster.tsx";
import { getShopSettings } from "#app/features/content/settings.queries.ts";
import { defaultShopSettings, ShopProvider } from "#app/features/content/shop-settings.tsx";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { toResult } from "#app/lib/result.ts";
import { removeSessionFromUrl } from "#app/lib/supabase/stored-session.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/root";

export const handle: PageHandle = { stylesheet: "admin", noindex: true };

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await toResult("shop settings", getShopSettings(createAnonSupabase(context)));
  return { shop: settings.ok ? settings.value : defaultShopSettings };
}

export const shouldRevalidate = () => false;

export default function AdminRoot({ loaderData: { shop } }: Route.ComponentProps) {
  useEffect(removeSessionFromUrl, []);
  return (
    <ShopProvider value={shop}>
      <Outlet />
      {/* After the layout, whose first link leads to the content. */}
      <Toaster />
    </ShopProvider>
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
