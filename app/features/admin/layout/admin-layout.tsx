/** The layout of the authenticated admin area: the side menu, the top bar and the screen itself. */
import Hammer from "lucide-react/icons/hammer";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigation } from "react-router";
import { assertOnline, useOnline } from "#app/components/admin/use-online.ts";
import { useNewOrders } from "#app/features/admin/new-orders/use-new-orders.ts";
import { usePendingCounts } from "#app/features/admin/pending-counts/use-pending-counts.ts";
import type { Administrator } from "#app/features/admin/shared/administrator.queries.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { isMenuCollapsed, saveMenuState } from "./menu-cookie.ts";
import { MenuDrawer } from "./menu-drawer.tsx";
import { SideMenu } from "./side-menu.tsx";
import { TopBar } from "./top-bar.tsx";

interface AdminLayoutProps {
  shopName: string;
  title: string;
  administrator: Administrator;
  onSignOut(): void;
  search: ReactNode;
  children: ReactNode;
}

/** On narrower screens the menu is a drawer: beside a column, a table would not fit on a tablet. */
const WIDE_SCREEN_QUERY = "(width >= 64rem)";

export function AdminLayout({
  shopName,
  title,
  administrator,
  onSignOut,
  search,
  children,
}: AdminLayoutProps) {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const counts = usePendingCounts();
  const readsOrders = useRight("orders.read");
  const menu = useSideMenu();
  const main = useFocusOnNavigation(pathname);
  return (
    <div className="admin flex min-h-dvh" onClickCapture={stopOfflineNavigation}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-white focus:p-3"
      >
        Aller au contenu
      </a>
      <aside aria-label="Menu" className={`admin-menu max-lg:hidden ${menu.collapsed ? "w-12" : "w-64"}`}>
        <Link to="/admin/dashboard" className="flex h-14 shrink-0 items-center gap-2.5 overflow-hidden px-3">
          <Hammer aria-hidden size={22} className="shrink-0 text-accent" />
          <span className={menu.collapsed ? "sr-only" : "truncate font-heading text-lg font-bold"}>
            {shopName}
          </span>
        </Link>
        <SideMenu counts={counts} collapsed={menu.collapsed} />
        {!menu.collapsed && <SignedInAs administrator={administrator} />}
      </aside>
      {menu.drawer && (
        <MenuDrawer onClose={menu.closeDrawer}>
          <SideMenu counts={counts} onNavigate={menu.closeDrawer} />
          <SignedInAs administrator={administrator} />
        </MenuDrawer>
      )}
      <div className="flex min-w-0 grow flex-col">
        <TopBar
          title={title}
          administrator={administrator}
          counts={counts}
          menuOpen={menu.isVisible}
          onToggleMenu={menu.toggle}
          onSignOut={onSignOut}
          search={search}
        />
        {state === "loading" && <div className="progress" />}
        <OfflineStatus />
        {readsOrders && <NewOrders />}
        <main ref={main} id="content" tabIndex={-1} className="grow px-3 py-4 outline-none md:px-6 md:py-6">
          <div className="mx-auto grid max-w-admin gap-5">{children}</div>
        </main>
      </div>
    </div>
  );
}

/** Shows nothing itself. */
function NewOrders() {
  useNewOrders();
  return null;
}

/** Every screen is loaded from the server: without a network a link says so at once, and leads nowhere. */
function stopOfflineNavigation(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  const isScreen = link.pathname.startsWith("/admin/") && link.target === "" && !link.hash;
  if (!isScreen || assertOnline("l'écran ne peut pas s'ouvrir.")) return;
  event.preventDefault();
  event.stopPropagation();
}

function OfflineStatus() {
  const isOnline = useOnline();
  return (
    <p role="status" className="bg-warning-soft px-3 py-2 text-sm text-warning-strong empty:hidden md:px-6">
      {!isOnline && "Pas de réseau : ce que vous voyez peut avoir changé depuis."}
    </p>
  );
}

function SignedInAs({ administrator: { name, email } }: { administrator: Administrator }) {
  return (
    <div className="mt-auto shrink-0 border-t border-white/10 px-6 py-3 text-sm">
      <p className="truncate font-semibold">{name}</p>
      <p className="truncate text-inverse-muted">{email}</p>
    </div>
  );
}

/**
 * The state of the side menu. The collapsed state is stored; the drawer of a phone is closed initially.
 * Ctrl+B or Meta+B does the same as the button.
 */
function useSideMenu() {
  const [collapsed, setCollapsed] = useState(() => isMenuCollapsed(document.cookie));
  const [drawer, setDrawer] = useState(false);
  const [wide, setWide] = useState(() => window.matchMedia(WIDE_SCREEN_QUERY).matches);

  useEffect(() => {
    const query = window.matchMedia(WIDE_SCREEN_QUERY);
    const onChange = () => {
      setWide(query.matches);
      if (query.matches) setDrawer(false);
    };
    query.addEventListener("change", onChange);
    return () => query.removeEventListener("change", onChange);
  }, []);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      toggle();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });

  function toggle() {
    if (!wide) return setDrawer(!drawer);
    saveMenuState(!collapsed);
    setCollapsed(!collapsed);
  }

  return {
    collapsed,
    drawer,
    isVisible: wide ? !collapsed : drawer,
    toggle,
    closeDrawer: () => setDrawer(false),
  };
}

/** Moves the focus to the start of the screen after each navigation, for keyboards and screen readers. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
