/**
 * The frame of every page of the shop: header, navigation, footer, and what a page has to share with them: the
 * shop's settings, the cart and the session. Its data is loaded once a visit; later navigations load only the
 * page's own.
 */
import { useEffect, useRef } from "react";
import { data, type Location, Outlet, PrefetchPageLinks, useLocation, useNavigation } from "react-router";
import { Footer } from "../../components/layout/footer.tsx";
import { Header } from "../../components/layout/header.tsx";
import { Toaster } from "../../components/ui/toast/toaster.tsx";
import { CartLink, FloatingCartButton } from "../../features/cart/cart-link.tsx";
import { CartProvider } from "../../features/cart/cart-provider.tsx";
import { listCategories } from "../../features/catalog/catalog.queries.ts";
import { PendingPage } from "../../features/catalog/pending-page.tsx";
import { getShopSettings } from "../../features/content/settings.queries.ts";
import { ShopProvider, unknownShop } from "../../features/content/shop-settings.tsx";
import { AccountMenu } from "../../features/identity/account-menu.tsx";
import { AuthProvider, useAuth } from "../../features/identity/auth-provider.tsx";
import { useWishlist } from "../../features/wishlist/use-wishlist.ts";
import { load } from "../../lib/loaded.ts";
import { publicPage, publicPageHeaders } from "../../lib/public-page.ts";
import { publicClient } from "../../lib/supabase.server.ts";
import type { Route } from "./+types/layout";

export async function loader({ context }: Route.LoaderArgs) {
  const client = publicClient(context);
  const [settings, categories] = await Promise.all([
    load("shop settings", getShopSettings(client)),
    load("categories", listCategories(client)),
  ]);
  return data(
    { shop: settings.ok ? settings.value : unknownShop, categories },
    publicPage([], [settings, categories]),
  );
}

export const headers = publicPageHeaders;

export const shouldRevalidate = () => false;

export default function StorefrontLayout({ loaderData: { shop, categories } }: Route.ComponentProps) {
  const location = useLocation();
  const { pathname, search } = location;
  const main = useFocusOnArrival(location);
  useOfflineCopy(pathname + search);
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
          <main ref={main} id="content" tabIndex={-1} className="min-h-[60vh] outline-none">
            <Page pathname={pathname} />
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
 * Where the page begins, for the keyboard and for screen readers: after each move to another one, and after a move
 * within one that took away what had the focus.
 */
function useFocusOnArrival({ pathname, hash, key }: Location) {
  const main = useRef<HTMLElement>(null);
  const left = useRef({ pathname, key });
  useEffect(() => {
    const isLost = left.current.key !== key && !hash && document.activeElement === document.body;
    if (left.current.pathname !== pathname || isLost) main.current?.focus({ preventScroll: true });
    left.current = { pathname, key };
  }, [pathname, hash, key]);
  return main;
}

/** A page that was stayed on can be read again without a network. */
function useOfflineCopy(path: string) {
  useEffect(() => {
    if (import.meta.env.DEV || !path || !navigator.serviceWorker) return;
    const timer = setTimeout(
      () => import("../../offline/keep-page.ts").then(({ keepPage }) => keepPage()),
      4000,
    );
    return () => clearTimeout(timer);
  }, [path]);
}

/** Pages without a loader on the server, whose data would be asked for twice. */
const OWN_PAGE = /^\/(account|checkout|login|order-confirmation|reset-password)/;

/**
 * The page itself, or while another one is being fetched the shape of what comes. A customer's page is made of many
 * files: all are asked for now, not each when the one that needs it has come.
 */
function Page({ pathname }: { pathname: string }) {
  const { state, location } = useNavigation();
  useWishlist(useAuth().user?.id);
  const next = state === "loading" && location.pathname !== pathname ? location.pathname : null;
  return (
    <>
      {state === "loading" && <div className="progress" />}
      {next && OWN_PAGE.test(next) && <PrefetchPageLinks page={next} />}
      <PendingPage pathname={next}>
        <Outlet />
      </PendingPage>
    </>
  );
}
