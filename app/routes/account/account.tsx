/**
 * The customer's account: profile, orders, wishlist. Each tab loads its data when it is first opened and
 * stays mounted afterwards; a failure in one leaves the rest of the page working. The page is server-rendered without
 * an account, the same for everyone: on a slow phone its tabs and forms are shown, and can be used, before hydration.
 */

import ChevronRight from "lucide-react/icons/chevron-right";
import Printer from "lucide-react/icons/printer";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { data, Link, type ShouldRevalidateFunctionArgs, useRevalidator } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { OfflineNotice } from "#app/components/ui/offline-notice.tsx";
import { SegmentedTabs } from "#app/components/ui/segmented-tabs.tsx";
import { useSearchParamTab } from "#app/components/ui/use-search-param-tab.ts";
import { ReorderButton } from "#app/features/cart/reorder-button.tsx";
import { SavedAddresses } from "#app/features/identity/addresses/saved-addresses.tsx";
import { ChangePasswordForm } from "#app/features/identity/password/change-password-form.tsx";
import { AccountCard } from "#app/features/identity/profile/account-card.tsx";
import type { Profile } from "#app/features/identity/profile/profile.ts";
import { ProfilePanel } from "#app/features/identity/profile/profile-panel.tsx";
import { loadProfile, useProfile } from "#app/features/identity/profile/use-profile.ts";
import { AccountGuard } from "#app/features/identity/session/account-guard.tsx";
import { type Account, requireUser } from "#app/features/identity/session/require-user.ts";
import type { OrderOwner } from "#app/features/orders/order.queries.ts";
import { OrdersSkeleton } from "#app/features/orders/order-list.tsx";
import { OrdersPanel } from "#app/features/orders/orders-panel.tsx";
import { isUnderWay } from "#app/lib/models/order.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getPublicPageInit, publicPageHeaders } from "#app/lib/pages/public-page.ts";
import { MyWishlist } from "#app/routes/shared/my-wishlist.tsx";
import "#app/routes/shared/preload-customer-modules.ts";
import type { Route } from "./+types/account";

const tabs = [
  { key: "profil", label: "Profil" },
  { key: "commandes", label: "Commandes" },
  { key: "souhaits", label: "Liste de souhaits" },
] as const;

type Tab = (typeof tabs)[number]["key"];

export const handle: PageHandle = { signedIn: true, noindex: true, searchParams: ["tab"] };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/account",
    title: "Mon compte",
    description: "Vos informations, vos commandes et votre liste de souhaits.",
  });
}

/** Loaded only for accounts without an e-mail address. */
const KeepAccount = lazy(async () => ({
  default: (await import("#app/features/identity/number/keep-account.tsx")).KeepAccount,
}));

/** Loaded with the first order that is opened. */
const TrackingLink = lazy(async () => ({
  default: (await import("#app/features/tracking/tracking-link.tsx")).TrackingLink,
}));

/** Loaded once the account is known: most customers are no professionals. */
const PriceListPanel = lazy(async () => ({
  default: (await import("#app/features/identity/price-list/price-list-panel.tsx")).PriceListPanel,
}));

/** The server knows no account. */
export function loader() {
  return data({ account: null, profile: null }, getPublicPageInit([], []));
}

export const headers = publicPageHeaders;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const account = await requireUser(request);
  // Not awaited: the page renders while the profile loads, and handles its failure.
  const profile = loadProfile(account);
  profile.catch(() => {});
  return { account, profile };
}

/** The server's HTML is shown, and hydrated, while this runs. */
clientLoader.hydrate = true as const;

/** A tab or a dialog in the URL is not another page: the loader does not run again. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && currentUrl.search === nextUrl.search;
}

export default function AccountPage({ loaderData: { account, profile } }: Route.ComponentProps) {
  return (
    <PageLayout>
      <NoScriptNotice />
      <AccountGuard account={account}>
        <AccountArea account={account} profilePromise={profile} />
      </AccountGuard>
    </PageLayout>
  );
}

interface AccountAreaProps {
  /** Null until it is known, like the request of its profile. */
  account: Account | null;
  profilePromise: Promise<Profile> | null;
}

function AccountArea({ account, profilePromise }: AccountAreaProps) {
  const [current, show] = useSearchParamTab(tabs);
  const profile = useProfile(account, profilePromise);
  const { revalidate } = useRevalidator();
  // The session's e-mail until the profile has loaded, so that the orders need not wait: the profile copies
  // it.
  const email = profile.state.profile?.email ?? account?.email;
  const userId = account?.id;
  const owner = useMemo<OrderOwner | null>(() => {
    if (email) return { email };
    return email === undefined || userId === undefined ? null : { userId };
  }, [email, userId]);
  const panels: Record<Tab, ReactNode> = {
    profil: (
      <div className="grid gap-6">
        <ProfilePanel account={account} profile={profile} />
        <SavedAddresses userId={account?.id ?? null} />
        {account?.email === "" ? (
          <Suspense>
            <KeepAccount onKept={revalidate} />
          </Suspense>
        ) : (
          <ChangePasswordForm email={account?.email ?? ""} />
        )}
        {userId !== undefined && (
          <Suspense>
            <PriceListPanel userId={userId} />
          </Suspense>
        )}
        <PageLink to="/account/security" title="Sécurité" hint="Second facteur et appareils connectés" />
        <PageLink
          to="/account/personal-data"
          title="Mes données"
          hint="En recevoir une copie, effacer mon compte"
        />
      </div>
    ),
    commandes:
      owner === null ? (
        <OrdersSkeleton />
      ) : (
        <OrdersPanel
          key={email}
          owner={owner}
          renderActions={(order) => (
            <>
              {isUnderWay(order) && (
                <Suspense>
                  <TrackingLink orderId={order.id} label="Suivre ou annuler" />
                </Suspense>
              )}
              <ReorderButton lines={order.lines} />
              <Link to={`/account/orders/${order.id}`} className={buttonClass("outline", "grow")}>
                <Printer aria-hidden size={18} />
                Version imprimable
              </Link>
            </>
          )}
        />
      ),
    souhaits: <MyWishlist />,
  };
  return (
    <div className="needs-script grid items-start gap-6 lg:grid-cols-[280px_1fr]">
      <AccountCard account={account} state={profile.state} />
      <div className="grid min-w-0 gap-6">
        <SegmentedTabs label="Mon compte" tabs={tabs} current={current} onSelect={show}>
          <VisitedTabPanels panels={panels} current={current} />
        </SegmentedTabs>
      </div>
    </div>
  );
}

interface PageLinkProps {
  to: string;
  title: string;
  hint: string;
}

function PageLink({ to, title, hint }: PageLinkProps) {
  return (
    <Link
      to={to}
      className="card flex min-h-14 items-center justify-between gap-4 px-4 py-3 hover:bg-surface sm:px-6"
    >
      <span className="grid">
        <span className="font-heading text-xl font-bold">{title}</span>
        <span className="text-sm text-muted">{hint}</span>
      </span>
      <ChevronRight aria-hidden className="shrink-0" />
    </Link>
  );
}

/**
 * The panels of the tabs visited so far, all but the current one hidden, so that their state is preserved.
 */
function VisitedTabPanels({ panels, current }: { panels: Record<Tab, ReactNode>; current: Tab }) {
  const [visited, setVisited] = useState<readonly Tab[]>([current]);
  if (!visited.includes(current)) setVisited([...visited, current]);
  return visited.map((tab) => (
    <div key={tab} hidden={tab !== current}>
      {panels[tab]}
    </div>
  ));
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageLayout>
      <OfflineNotice error={error} />
    </PageLayout>
  );
}

function PageLayout({ children }: { children: ReactNode }) {
  return (
    <div className="page grid gap-6 py-6 md:py-10">
      <h1 className="text-3xl">Mon compte</h1>
      {children}
    </div>
  );
}
