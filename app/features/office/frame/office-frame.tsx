/** What stands around every screen behind the door: the side menu, the top bar and the screen itself. */
import Hammer from "lucide-react/icons/hammer";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigation } from "react-router";
import type { Administrator } from "../administrator.queries.ts";
import { useWaitingCount } from "../waiting/use-waiting-count.ts";
import { MenuSheet } from "./menu-sheet.tsx";
import { SideMenu } from "./side-menu.tsx";
import { isMenuFolded, rememberMenu } from "./stored-menu.ts";
import { TopBar } from "./top-bar.tsx";

interface OfficeFrameProps {
  title: string;
  administrator: Administrator;
  onSignOut(): void;
  search: ReactNode;
  children: ReactNode;
}

/** Below it the menu is a sheet: beside it a table would have no room on a tablet. */
const WIDE = "(width >= 64rem)";

export function OfficeFrame({ title, administrator, onSignOut, search, children }: OfficeFrameProps) {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const counts = useWaitingCount();
  const menu = useMenu();
  const main = useFocusOnArrival(pathname);
  return (
    <div className="desk flex min-h-dvh">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-white focus:p-3"
      >
        Aller au contenu
      </a>
      <aside aria-label="Menu" className={`desk-menu max-lg:hidden ${menu.folded ? "w-12" : "w-64"}`}>
        <Link to="/admin/dashboard" className="flex h-14 items-center gap-2.5 overflow-hidden px-3">
          <Hammer aria-hidden size={22} className="shrink-0 text-sun" />
          <span className={menu.folded ? "sr-only" : "font-heading text-lg font-bold"}>Yaaré</span>
        </Link>
        <SideMenu counts={counts} folded={menu.folded} />
        {!menu.folded && <WhoIsIn administrator={administrator} />}
      </aside>
      {menu.sheet && (
        <MenuSheet onClose={menu.closeSheet}>
          <SideMenu counts={counts} onChoose={menu.closeSheet} />
          <WhoIsIn administrator={administrator} />
        </MenuSheet>
      )}
      <div className="flex min-w-0 grow flex-col">
        <TopBar
          title={title}
          administrator={administrator}
          counts={counts}
          menuOpen={menu.isSeen}
          onToggleMenu={menu.toggle}
          onSignOut={onSignOut}
          search={search}
        />
        {state === "loading" && <div className="progress" />}
        <main ref={main} id="content" tabIndex={-1} className="grow px-3 py-4 outline-none md:px-6 md:py-6">
          <div className="mx-auto grid max-w-[1200px] gap-5">{children}</div>
        </main>
      </div>
    </div>
  );
}

function WhoIsIn({ administrator: { name, email } }: { administrator: Administrator }) {
  return (
    <div className="mt-auto border-t border-white/10 px-6 py-3 text-sm">
      <p className="truncate font-semibold">{name}</p>
      <p className="truncate text-desk-soft">{email}</p>
    </div>
  );
}

/** Folded or not is remembered; the sheet of a phone is closed at first. Ctrl+B or Meta+B does what the button does. */
function useMenu() {
  const [folded, setFolded] = useState(() => isMenuFolded(document.cookie));
  const [sheet, setSheet] = useState(false);
  const [wide, setWide] = useState(() => window.matchMedia(WIDE).matches);

  useEffect(() => {
    const query = window.matchMedia(WIDE);
    const follow = () => {
      setWide(query.matches);
      if (query.matches) setSheet(false);
    };
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
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
    if (!wide) return setSheet(!sheet);
    rememberMenu(!folded);
    setFolded(!folded);
  }

  return { folded, sheet, isSeen: wide ? !folded : sheet, toggle, closeSheet: () => setSheet(false) };
}

/** Where the screen begins, for the keyboard and for screen readers, after each move to another one. */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const arrivedAt = useRef(pathname);
  useEffect(() => {
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
