/**
 * The search field and the filters above a list. Their state is in the URL: the search is applied while the
 * user types, a filter when it changes. A field without a name or a value is left out of the URL. On a phone the
 * filters are folded beside the search field.
 */
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link, useLocation, useNavigate, useNavigation, useSearchParams } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { updateQuery } from "#app/lib/lists/list-search-params.ts";

/** Debounce of the search field, in ms. */
const DEBOUNCE_MS = 300;

interface FilterBarProps {
  /** The label of the search field; a list without a search has filters only. */
  label?: string;
  placeholder?: string;
  /** Selects and other fields, each with the name of its query parameter. */
  children?: ReactNode;
  /** The names of the filters' query parameters. */
  filters?: readonly string[];
}

export function FilterBar({ label, placeholder, children, filters = [] }: FilterBarProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const names = ["search", ...filters];
  const search = params.get("search") ?? "";
  const [isUnfolded, setIsUnfolded] = useState(false);
  const filtersId = useId();
  const isFoldable = Boolean(label && children);

  // The back button, or a link that clears the filters, changes the value of the field.
  useEffect(() => {
    const field = form.current?.elements.namedItem("search");
    if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = search;
  }, [search]);
  // The router announces a link's destination a moment after the click: a pending search waits for that.
  const reschedule = useEffectEvent(({ target }: MouseEvent) => {
    if (timer.current !== undefined && target instanceof Element && target.closest("a"))
      schedule(DEBOUNCE_MS);
  });
  useEffect(() => {
    const onClick = (event: MouseEvent) => reschedule(event);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("click", onClick);
      clearTimeout(timer.current);
    };
  }, []);
  const location = usePendingLocation();
  const latest = useRef(location);
  useLayoutEffect(() => {
    latest.current = location;
  });

  function schedule(ms: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, ms);
  }

  function apply() {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { params, isLeaving } = latest.current;
    // A search that was typed just before must not call the user back from another screen.
    if (!form.current || isLeaving) return;
    const data = new FormData(form.current);
    const changes = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "").trim()]));
    if (names.some((name) => (params.get(name) ?? "") !== changes[name])) {
      void navigate(updateQuery(params, changes), { replace: true, preventScrollReset: true });
    }
  }

  function onChange({ target }: FormEvent<HTMLFormElement>) {
    const isTyped = target instanceof HTMLInputElement && target.type === "search";
    schedule(isTyped ? DEBOUNCE_MS : 0);
  }

  /** The fields are emptied immediately, so that input during the navigation starts from empty fields. */
  function clear() {
    for (const name of names) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = "";
    }
  }

  return (
    <search>
      <form
        ref={form}
        className="flex flex-wrap items-center gap-2"
        onChange={onChange}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {label && (
          <input
            type="search"
            name="search"
            aria-label={label}
            placeholder={placeholder}
            defaultValue={search}
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
            className="field max-w-105 min-w-0 grow max-md:basis-40 md:basis-56"
          />
        )}
        {isFoldable && (
          <button
            type="button"
            aria-expanded={isUnfolded}
            aria-controls={filtersId}
            className={`${buttonClass("outline")} md:hidden`}
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            <SlidersHorizontal aria-hidden size={18} />
            {formatFilters(filters.filter((name) => params.get(name)).length)}
          </button>
        )}
        {children && (
          <div
            id={filtersId}
            className={`flex flex-wrap items-center gap-2 max-md:w-full ${isFoldable && !isUnfolded ? "max-md:hidden" : ""}`}
          >
            {children}
          </div>
        )}
        {names.some((name) => params.has(name)) && (
          <Link
            to={updateQuery(params, Object.fromEntries(names.map((name) => [name, null])))}
            className="link inline-flex min-h-11 items-center px-2 text-sm md:min-h-9"
            onClick={clear}
          >
            Effacer
          </Link>
        )}
      </form>
    </search>
  );
}

function formatFilters(count: number): string {
  return count === 0 ? "Filtres" : `Filtres (${count})`;
}

/**
 * The search parameters of the current location, or of the pending navigation: a sort order, a page, another
 * screen.
 */
function usePendingLocation(): { params: URLSearchParams; isLeaving: boolean } {
  const here = useLocation();
  const { location = here } = useNavigation();
  return { params: new URLSearchParams(location.search), isLeaving: location.pathname !== here.pathname };
}
