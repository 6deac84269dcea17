/** Around the whole back office, its sign-in page included: its own looks, and nothing of the shop's frame. */
import "../../styles/office.ts";
import { Outlet } from "react-router";
import { Failed } from "../../components/office/failed.tsx";
import { Toaster } from "../../components/ui/toast/toaster.tsx";
import { sheetHandle } from "../../lib/sheets.ts";

export const handle = sheetHandle("office");

export default function Office() {
  return (
    <>
      <Toaster />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-[480px] content-center gap-4 p-4">
      <title>Administration</title>
      <h1 className="text-2xl">Administration</h1>
      <Failed
        message="La page n'a pas pu s'ouvrir : le serveur ne répond pas."
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
