/**
 * The customer's own page: profile, orders, wishlist. Each tab reads what it shows when it is first opened and stays
 * as it is afterwards, and what cannot be read leaves the rest of the page alone.
 */
import Printer from "lucide-react/icons/printer";
import { type ReactNode, useState } from "react";
import { Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { NeedsScript } from "../../components/ui/needs-script.tsx";
import { OfflineNotice } from "../../components/ui/offline-notice.tsx";
import { SegmentedTabs } from "../../components/ui/segmented-tabs.tsx";
import { useAddressTab } from "../../components/ui/use-address-tab.ts";
import { ReorderButton } from "../../features/cart/reorder-button.tsx";
import { AccountCard } from "../../features/identity/account-card.tsx";
import { ForAccount } from "../../features/identity/for-account.tsx";
import { PasswordForm } from "../../features/identity/password-form.tsx";
import type { Profile } from "../../features/identity/profile.ts";
import { ProfilePanel, ProfileSkeleton } from "../../features/identity/profile-panel.tsx";
import { type Account, requireUser } from "../../features/identity/require-user.ts";
import { readProfile, useProfile } from "../../features/identity/use-profile.ts";
import { OrdersPanel } from "../../features/orders/orders-panel.tsx";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { MyWishlist } from "../parts/my-wishlist.tsx";
import "../parts/customer-code.ts";
import type { Route } from "./+types/account";

const tabs = [
  { key: "profil", label: "Profil" },
  { key: "commandes", label: "Commandes" },
  { key: "souhaits", label: "Liste de souhaits" },
] as const;

type Tab = (typeof tabs)[number]["key"];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: "/account",
    title: "Mon compte",
    description: "Vos informations, vos commandes et votre liste de souhaits.",
    noindex: true,
  });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const account = await requireUser(request);
  // Not awaited: the page stands while it is on its way, and says what became of it.
  const profile = readProfile(account);
  profile.catch(() => {});
  return { account, profile };
}

/** A tab or a dialog in the address is not another page: nothing is asked, so nothing can fail. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && currentUrl.search === nextUrl.search;
}

export default function AccountPage({ loaderData: { account, profile } }: Route.ComponentProps) {
  return (
    <Frame>
      <ForAccount account={account}>
        <AccountArea account={account} reading={profile} />
      </ForAccount>
    </Frame>
  );
}

function AccountArea({ account, reading }: { account: Account; reading: Promise<Profile> }) {
  const [current, show] = useAddressTab(tabs);
  const access = useProfile(account, reading);
  // The session's own until the profile is there, so that the orders need not wait for it: one follows the other.
  const email = access.state.profile?.email ?? account.email;
  const panels: Record<Tab, ReactNode> = {
    profil: (
      <div className="grid gap-6">
        <ProfilePanel account={account} access={access} />
        <PasswordForm email={account.email} />
      </div>
    ),
    commandes: (
      <OrdersPanel
        key={email}
        email={email}
        renderActions={({ id, lines }) => (
          <>
            <ReorderButton lines={lines} />
            <Link to={`/account/orders/${id}`} className="btn btn-outline grow">
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
    <Columns side={<AccountCard account={account} state={access.state} />}>
      <SegmentedTabs label="Mon compte" tabs={tabs} current={current} onSelect={show}>
        <Kept panels={panels} current={current} />
      </SegmentedTabs>
    </Columns>
  );
}

/** The chosen panel, and out of sight those chosen before: what was typed or read there is still there on return. */
function Kept({ panels, current }: { panels: Record<Tab, ReactNode>; current: Tab }) {
  const [visited, setVisited] = useState<readonly Tab[]>([current]);
  if (!visited.includes(current)) setVisited([...visited, current]);
  return visited.map((tab) => (
    <div key={tab} hidden={tab !== current}>
      {panels[tab]}
    </div>
  ));
}

export function ErrorBoundary() {
  return (
    <Frame>
      <OfflineNotice />
    </Frame>
  );
}

export function HydrateFallback() {
  return (
    <Frame>
      <NeedsScript />
      <Columns side={<div className="skeleton h-37 rounded-card lg:h-64" />}>
        <div className="skeleton h-13" />
        <div className="card p-4 sm:p-6">
          <ProfileSkeleton />
        </div>
      </Columns>
    </Frame>
  );
}

function Columns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[280px_1fr]">
      {side}
      <div className="grid min-w-0 gap-6">{children}</div>
    </div>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page grid gap-6 py-6 md:py-10">
      <h1 className="text-3xl">Mon compte</h1>
      {children}
    </div>
  );
}
