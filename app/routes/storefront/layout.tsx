/**
 * The layout of the shop: header, navigation, footer, and the contexts of the shop's settings, the cart and
 * the session. Its data is loaded with the first page; later navigations load only the page's own.
 */
import { useEffect, useRef } from "react";
import {
  data,
  type Location,
  Outlet,
  PrefetchPageLinks,
  useLocation,
  useMatches,
  useNavigation,
} from "react-router";
import { Footer } from "#app/components/layout/footer.tsx";
import { Header } from "#app/components/layout/header.tsx";
import { Toaster } from "#app/components/ui/toast/toaster.tsx";
import { CartLink, FloatingCartButton } from "#app/features/cart/cart-link.tsx";
import { CartProvider } from "#app/features/cart/cart-provider.tsx";
import { listCategories } from "#app/features/catalog/catalog.queries.ts";
import { NavigationSkeleton } from "#app/features/catalog/navigation-skeleton.tsx";
import { getShopSettings } from "#app/features/content/settings.queries.ts";
import { defaultShopSettings, ShopProvider } from "#app/features/content/shop-settings.tsx";
import { AccountMenu } from "#app/features/identity/session/account-menu.tsx";
import { AuthProvider, useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { useWishlistSync } from "#app/features/wishlist/wishlist-sync.ts";
import { CLIENT_RENDERED_PAGE } from "#app/lib/pages/client-rendered-page.ts";
import { mergeHandles } from "#app/lib/pages/page-handle.ts";
import { getPublicPageInit, publicPageHeaders } from "#app/lib/pages/public-page.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import type { Route } from "./+types/layout";

export async function loader({ context }: Route.LoaderArgs) {
  const client = createAnonSupabase(context);
  const [settings, categories] = await Promise.all([
    toResult("shop settings", getShopSettings(client)),
    toResult("categories", listCategories(client)),
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
  const main = useFocusOnNavigation(location);
  const { noindex = false, offlineCopy = !noindex } = mergeHandles(useMatches());
  useOfflineCopy(pathname + search, offlineCopy);
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
            categories={categories.ok ? categories.value : []}
            account={<AccountMenu />}
            cart={<CartLink />}
          />
          <Toaster />
          {/* The footer is below the first screen: it does not move when a page replaces its skeleton. */}
          <main ref={main} id="content" tabIndex={-1} className="min-h-screen outline-none print:min-h-0">
            <PageOutlet pathname={pathname} />
          </main>
          <Footer shopName={shop.shop_name} address={shop.address} phone={shop.phone} email={shop.email} />
          <div className="floating">
            <FloatingCartButton />
          </div>
        </ShopProvider>
      </CartProvider>
    </AuthProvider>
  );
}

/**
 * Moves the focus to the main content, for keyboard users and screen readers: after a navigation to another
 * page, and after one within a page that removed the focused element.
 */
function useFocusOnNavigation({ pathname, hash, key }: Location) {
  const main = useRef<HTMLElement>(null);
  const previous = useRef({ pathname, key });
  useEffect(() => {
    const isLost = previous.current.key !== key && !hash && document.activeElement === document.body;
    if (previous.current.pathname !== pathname || isLost) main.current?.focus({ preventScroll: true });
    previous.current = { pathname, key };
  }, [pathname, hash, key]);
  return main;
}

/**
 * Once the visitor has stayed on a page for some seconds: registers the service worker, and stores an
 * offline copy of the page if `isPublic`.
 */
function useOfflineCopy(path: string, isPublic: boolean) {
  useEffect(() => {
    if (import.meta.env.DEV || !path || !navigator.serviceWorker) return;
    const timer = setTimeout(
      () => import("#app/offline/set-up-offline.ts").then(({ setUpOffline }) => setUpOffline(isPublic)),
      4000,
    );
    return () => clearTimeout(timer);
  }, [path, isPublic]);
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
      <NavigationSkeleton pathname={next}>
        <Outlet />
      </NavigationSkeleton>
    </>
  );
}
