/**
 * /courier: a courier's runs, on a phone and without a network. It is a page of its own, without the shop's layout. The
 * server's HTML is the same for everyone; whose runs it shows, the device knows. It is stored with its code
 * (offline-app.ts), so that it starts without a network.
 */
import { useEffect, useState } from "react";
import { data } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { getShopSettings } from "#app/features/content/settings.queries.ts";
import { defaultShopSettings } from "#app/features/content/shop-settings.tsx";
import { CourierHeader, CourierPage } from "#app/features/courier/courier-page.tsx";
import {
  forgetCourier,
  readCourierAccount,
  storeCourierAccount,
} from "#app/features/courier/courier-storage.ts";
import { countOthersWaiting } from "#app/features/courier/outcome-queue.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getPublicPageInit, publicPageHeaders } from "#app/lib/pages/public-page.ts";
import { getSignInPath } from "#app/lib/pages/sign-in-path.ts";
import { toResult } from "#app/lib/result.ts";
import { authModule } from "#app/lib/supabase/auth-module.ts";
import { readStoredSession } from "#app/lib/supabase/read-stored-session.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/courier";

const PATH = "/courier";
const STORE_AFTER_MS = 2000;

export const handle: PageHandle = { noindex: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: PATH,
    title: "Mes tournées",
    description: "Les tournées du livreur : adresses, montants et résultats, aussi sans réseau.",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await toResult("shop settings", getShopSettings(createAnonSupabase(context)));
  const { shop_name } = settings.ok ? settings.value : defaultShopSettings;
  return data({ shop: { shop_name } }, getPublicPageInit(["settings"], [settings]));
}

export const headers = publicPageHeaders;

export const shouldRevalidate = () => false;

export default function CourierRoute({ loaderData: { shop } }: Route.ComponentProps) {
  const [accountId, setAccountId] = useState<string | null>();
  useEffect(() => {
    const session = readStoredSession();
    if (session) storeCourierAccount(window.localStorage, session.user.id);
    setAccountId(readCourierAccount(window.localStorage));
    // Later: what the page shows comes first.
    const timer = setTimeout(storePage, STORE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (accountId === undefined) {
    return (
      <>
        <CourierHeader />
        <main className="page grid max-w-160 gap-5 py-4">
          <NoScriptNotice advice="" />
          <div role="status" aria-label="Chargement des tournées" className="skeleton h-60 rounded-card" />
        </main>
      </>
    );
  }
  return (
    <>
      <OthersWaiting accountId={accountId} />
      {accountId === null ? (
        <>
          <CourierHeader />
          <main className="page grid max-w-160 justify-items-start gap-4 py-4">
            <p>Connectez-vous avec votre compte de livreur pour voir vos tournées.</p>
            <a href={getSignInPath(PATH)} className={buttonClass("primary")}>
              Se connecter
            </a>
          </main>
        </>
      ) : (
        <CourierPage
          key={accountId}
          accountId={accountId}
          shopName={shop.shop_name}
          onSignIn={() => void signIn()}
          onSignOut={async () => {
            await endSession();
            forgetCourier(window.localStorage);
            setAccountId(null);
          }}
        />
      )}
    </>
  );
}

function OthersWaiting({ accountId }: { accountId: string | null }) {
  const count = countOthersWaiting(window.localStorage, accountId);
  if (count === 0) return null;
  return (
    <Notice variant="warning" className="rounded-none">
      {count === 1
        ? "1 résultat d'un autre compte attend sur ce téléphone. Il partira"
        : `${count} résultats d'un autre compte attendent sur ce téléphone. Ils partiront`}{" "}
      quand ce compte s'y connectera.
    </Notice>
  );
}

/** The session that is stored may be one that has ended for the staff only: the sign-in page would return at once. */
async function signIn(): Promise<void> {
  if (readStoredSession()) await endSession();
  window.location.assign(getSignInPath(PATH));
}

async function endSession(): Promise<void> {
  const failure = await (await authModule.get()).signOut();
  if (failure) console.error("courier: signing out", failure);
}

/** A failure is only logged: the page works as long as there is a network. */
async function storePage(): Promise<void> {
  if (import.meta.env.DEV || !navigator.serviceWorker) return;
  try {
    const { setUpCourier } = await import("#app/offline/set-up-courier.ts");
    await setUpCourier();
  } catch (error) {
    console.warn("courier: the page could not be stored", error);
  }
}
