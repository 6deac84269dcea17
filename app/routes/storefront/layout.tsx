/**
 * The layout of the shop: header, navigation, footer, and the contexts of the shop's settings, the cart and
 * the session. Its data is loaded with the first page; later navigations load only the page's own.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import {
  data,
  Outlet,
  PrefetchPageLinks,
  useBlocker,
  useLocation,
  useMatches,
  useNavigation,
} from "react-router";
import { Footer } from "#app/components/layout/footer.tsx";
import { Header } from "#app/components/layout/header.tsx";
import { NavigationAnnouncer } from "#app/components/layout/navigation-announcer.tsx";
import { Toaster } from "#app/components/ui/toast/toaster.tsx";
import { CartLink, FloatingCartButton } from "#app/features/cart/cart-link.tsx";
import { CartProvider } from "#app/features/cart/cart-provider.tsx";
import type { Category } from "#app/features/catalog/catalog.types.ts";
import { listCategories } from "#app/features/catalog/categories/categories.queries.ts";
import { getCompared, subscribeToCompared } from "#app/features/catalog/compare/compare-store.ts";
import { NavigationSkeleton } from "#app/features/catalog/navigation-skeleton.tsx";
import { getShopSettings } from "#app/features/content/settings.queries.ts";
import {
  defaultShopSettings,
  ShopProvider,
  type ShopSettings,
} from "#app/features/content/shop-settings.tsx";
import { AccountMenu } from "#app/features/identity/session/account-menu.tsx";
import { AuthProvider, useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { TechnicianGridSkeleton } from "#app/features/technicians/technician-grid.tsx";
import { useWishlistSync } from "#app/features/wishlist/wishlist-sync.ts";
import { appContext } from "#app/lib/app-context.ts";
import { CLIENT_RENDERED_PAGE } from "#app/lib/pages/client-rendered-page.ts";
import { mergeHandles } from "#app/lib/pages/page-handle.ts";
import { getPublicPageInit, publicPageHeaders } from "#app/lib/pages/public-page.ts";
import { SharedData } from "#app/lib/pages/shared-data.server.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/layout";

const sharedSettings = new SharedData<ShopSettings>();
const sharedCategories = new SharedData<Category[]>();

export async function loader({ context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const { sharedForMs } = context.get(appContext);
  const [settings, categories] = await Promise.all([
    toResult(
      "shop settings",
      sharedSettings.get(sharedForMs, { tags: ["settings"] }, () => getShopSettings(client)),
    ),
    toResult(
      "categories",
      sharedCategories.get(sharedForMs, { tags: ["categories"] }, () => listCategories(client)),
    ),
  ]);
  return data(
    { shop: settings.ok ? settings.value : defaultShopSettings, categories },
    getPublicPageInit([], [settings, categories]),
  );
}

export const headers = publicPageHeaders;

export const shouldRevalidate = () => false;

export default function StorefrontLayout({ loaderData: { shop, categories } }: Route.ComponentProps) {
  const location = useLocation();
  const { pathname, search } = location;
  const main = useRef<HTMLElement>(null);
  const { noindex = false, offlineCopy = !noindex } = mergeHandles(useMatches());
  return (
    <AuthProvider>
      <CartProvider>
        <ShopProvider value={shop}>
          <a
            href="#content"
            className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-white focus:p-3"
          >
            Aller au contenu
          </a>
          <Header
            shopName={shop.shop_name}
            phone={shop.phone}
            whatsapp={shop.whatsapp}
            categories={categories.ok ? categories.value : []}
            account={<AccountMenu />}
            cart={<CartLink />}
          />
          <Toaster />
          <NavigationAnnouncer location={location} main={main} />
          <OfflineSupport path={pathname + search} isPublic={offlineCopy} whatsapp={shop.whatsapp} />
          {/* The footer is below the first screen: it does not move when a page replaces its skeleton. */}
          <main ref={main} id="content" tabIndex={-1} className="min-h-screen outline-none print:min-h-0">
            <PageOutlet pathname={pathname} />
          </main>
          <Footer shopName={shop.shop_name} address={shop.address} phone={shop.phone} email={shop.email} />
          <LazyCompareBar />
          <div className="floating">
            <FloatingCartButton />
          </div>
        </ShopProvider>
      </CartProvider>
    </AuthProvider>
  );
}

/** Its code is loaded once the visitor compares products, or has compared some before. */
function LazyCompareBar() {
  const isNeeded = useSyncExternalStore(
    subscribeToCompared,
    () => getCompared().length > 0,
    () => false,
  );
  const [Bar, setBar] = useState<
    typeof import("#app/features/catalog/compare/compare-bar.tsx").CompareBar | null
  >(null);
  useEffect(() => {
    if (!isNeeded) return;
    // A failed import is logged by the browser; the next page tries again.
    import("#app/features/catalog/compare/compare-bar.tsx").then(
      ({ CompareBar }) => setBar(() => CompareBar),
      () => {},
    );
  }, [isNeeded]);
  return Bar && <Bar />;
}

interface OfflineSupportProps {
  /** Of the page, with its query. */
  path: string;
  isPublic: boolean;
  whatsapp: string;
}

/**
 * Once the visitor has stayed on a page for some seconds: registers the service worker, stores what a start without
 * a network needs, and an offline copy of the page if `isPublic`. From then on a tap without a network leaves the
 * page as it is when the other one cannot be shown. A component, so that a navigation renders only this.
 */
function OfflineSupport({ path, isPublic, whatsapp }: OfflineSupportProps) {
  const [offline, setOffline] = useState<typeof import("#app/offline/set-up-offline.ts") | null>(null);
  const blocker = useBlocker(offline?.offlineNavigation.needsNetwork ?? false);

  useEffect(() => {
    if (import.meta.env.DEV || !path || !navigator.serviceWorker) return;
    const timer = setTimeout(async () => {
      // A failed import is logged by the browser; the next page tries again.
      const module = await import("#app/offline/set-up-offline.ts").catch(() => null);
      setOffline(module);
      await module?.setUpOffline(isPublic, whatsapp);
    }, 4000);
    return () => clearTimeout(timer);
  }, [path, isPublic, whatsapp]);

  useEffect(() => void offline?.offlineNavigation.openOffline(blocker), [offline, blocker]);

  const { state, location } = useNavigation();
  const loading = state === "loading" ? location.pathname + location.search : null;
  useEffect(() => {
    if (loading !== null) return offline?.offlineNavigation.watchLoading(loading);
  }, [offline, loading]);
  return null;
}

/**
 * The page, or during a navigation the skeleton of the next one. A customer's page consists of many files:
 * all are prefetched at once instead of one import after the other. For a page with a server loader the
 * prefetch would request the data a second time.
 */
function PageOutlet({ pathname }: { pathname: string }) {
  const { state, location } = useNavigation();
  useWishlistSync(useAuth().user?.id);
  const next = state === "loading" && location.pathname !== pathname ? location.pathname : null;
  return (
    <>
      {state === "loading" && <div className="progress" />}
      {next && CLIENT_RENDERED_PAGE.test(next) && <PrefetchPageLinks page={next} />}
      <NavigationSkeleton pathname={next} technicians={<TechnicianGridSkeleton />}>
        <Outlet />
      </NavigationSkeleton>
    </>
  );
}
