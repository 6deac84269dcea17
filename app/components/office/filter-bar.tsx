/**
 * Above a list: its search and its filters. They stand in the address; a search is taken over while someone types, a
 * filter when it is chosen. What has neither a name nor a value does not get into the address.
 */
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { Link, useLocation, useNavigate, useNavigation, useSearchParams } from "react-router";
import { changedQuery } from "../../lib/list-address.ts";

/** A pause in typing, ms. */
const PAUSE = 300;

interface FilterBarProps {
  /** What can be searched for, as the label of the field; a list that is not searched has filters alone. */
  label?: string;
  placeholder?: string;
  /** Selects and the like, each with the name of its parameter. */
  children?: ReactNode;
  /** The names of their parameters. */
  filters?: readonly string[];
}

export function FilterBar({ label, placeholder, children, filters = [] }: FilterBarProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const names = ["search", ...filters];
  const search = params.get("search") ?? "";

  // The way back, or a link that clears the filters, changes what the field has to show.
  useEffect(() => {
    const field = form.current?.elements.namedItem("search");
    if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = search;
  }, [search]);
  // Where a link leads the router says a moment after it was pressed: what was typed before waits for that.
  const postpone = useEffectEvent(({ target }: MouseEvent) => {
    if (timer.current !== undefined && target instanceof Element && target.closest("a")) schedule(PAUSE);
  });
  useEffect(() => {
    const onClick = (event: MouseEvent) => postpone(event);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("click", onClick);
      clearTimeout(timer.current);
    };
  }, []);
  const address = useComingAddress();
  const latest = useRef(address);
  useLayoutEffect(() => {
    latest.current = address;
  });

  function schedule(ms: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, ms);
  }

  function apply() {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { params, isLeaving } = latest.current;
    // Whoever is on the way to another screen is not called back by what was typed just before.
    if (!form.current || isLeaving) return;
    const data = new FormData(form.current);
    const changes = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "").trim()]));
    if (names.some((name) => (params.get(name) ?? "") !== changes[name])) {
      void navigate(changedQuery(params, changes), { replace: true, preventScrollReset: true });
    }
  }

  function onChange({ target }: FormEvent<HTMLFormElement>) {
    const isTyped = target instanceof HTMLInputElement && target.type === "search";
    schedule(isTyped ? PAUSE : 0);
  }

  /** At once: what is typed while the whole list is on its way goes on from empty fields. */
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
            className="field max-w-[420px] min-w-0 grow basis-56"
          />
        )}
        {children}
        {names.some((name) => params.has(name)) && (
          <Link
            to={changedQuery(params, Object.fromEntries(names.map((name) => [name, null])))}
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

/** What stands in the address, or will once what was pressed last has arrived: its sorting, its page, another screen. */
function useComingAddress(): { params: URLSearchParams; isLeaving: boolean } {
  const here = useLocation();
  const { location = here } = useNavigation();
  return { params: new URLSearchParams(location.search), isLeaving: location.pathname !== here.pathname };
}
