/** The directory's list: how many there are, their cards, more of them on demand, or why there are none. */
import { Link, useNavigation } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import { useFocusOnMore } from "../../components/ui/use-focus-on-more.ts";
import type { Loaded } from "../../lib/loaded.ts";
import { PAGE_SIZE, type TechnicianPage } from "./technician.queries.ts";
import { TechnicianCard } from "./technician-card.tsx";
import { PAGES_MAX, readFilters, type TechnicianFilters, techniciansPath } from "./technician-filters.ts";
import { TechnicianGrid, TechnicianGridSkeleton } from "./technician-grid.tsx";

/** Cards on the first screen of a phone. */
const FIRST_CARDS = 2;

interface TechnicianResultsProps {
  filters: TechnicianFilters;
  page: Loaded<TechnicianPage>;
}

export function TechnicianResults({ filters, page }: TechnicianResultsProps) {
  useFailureToast(page, "Impossible de charger les techniciens");
  const pending = usePendingFilters();
  const replaced = pending !== null && listKey(pending) !== listKey(filters);
  return (
    <>
      {(page.ok || pending) && (
        // Always the same element, so that screen readers say what changes in it.
        <p role="status" className="my-4 text-sm text-ink-soft">
          {pending || !page.ok ? "Chargement des techniciens..." : countLabel(page.value, filters)}
        </p>
      )}
      {replaced ? (
        <TechnicianGridSkeleton />
      ) : page.ok ? (
        <TechnicianList filters={filters} page={page.value} busy={pending !== null} />
      ) : (
        <p role="alert" className="card mt-4 p-5">
          La liste des techniciens n'a pas pu être lue.{" "}
          <a href={techniciansPath(filters)} className="link">
            Réessayer
          </a>
        </p>
      )}
    </>
  );
}

interface TechnicianListProps {
  filters: TechnicianFilters;
  page: TechnicianPage;
  /** Whether more of the same list is on its way. */
  busy: boolean;
}

function TechnicianList({ filters, page: { technicians, total }, busy }: TechnicianListProps) {
  const { list, ask } = useFocusOnMore<HTMLUListElement>(technicians.length);
  if (total === 0) {
    return (
      <EmptyState
        picture="empty-search"
        title="Aucun technicien trouvé"
        hint="Essayez de modifier vos critères de recherche"
      >
        {listKey(filters) === "/technicians" ? (
          <Link to="/products" className="btn btn-primary">
            Voir les produits
          </Link>
        ) : (
          <Link to="/technicians" className="btn btn-primary">
            Voir tous les techniciens
          </Link>
        )}
      </EmptyState>
    );
  }
  const isMore = technicians.length < total;
  return (
    <>
      <TechnicianGrid ref={list}>
        {technicians.map((technician, index) => (
          <li key={technician.id}>
            <TechnicianCard technician={technician} headingLevel="h2" first={index < FIRST_CARDS} />
          </li>
        ))}
      </TechnicianGrid>
      {isMore && (
        <p className="mt-8 grid justify-items-center gap-3">
          <span className="text-sm text-ink-soft">
            {technicians.length} techniciens sur {total}
          </span>
          {filters.page < PAGES_MAX ? (
            <Link
              to={techniciansPath({ ...filters, page: Math.ceil(technicians.length / PAGE_SIZE) + 1 })}
              replace
              preventScrollReset
              aria-busy={busy}
              className="btn btn-outline px-8"
              onClick={ask}
            >
              Voir plus
            </Link>
          ) : (
            <span>Cherchez par nom ou par spécialité pour trouver les autres.</span>
          )}
        </p>
      )}
    </>
  );
}

/** The filters that are on their way, null when nothing is. */
function usePendingFilters(): TechnicianFilters | null {
  const { state, location } = useNavigation();
  if (state !== "loading" || location.pathname !== "/technicians") return null;
  return readFilters(new URLSearchParams(location.search));
}

/** What makes two pages parts of the same list. */
function listKey(filters: TechnicianFilters): string {
  return techniciansPath({ ...filters, page: 1 });
}

function countLabel({ technicians, total }: TechnicianPage, { search }: TechnicianFilters): string {
  const found = `${total} ${total > 1 ? "techniciens" : "technicien"}`;
  const shown = technicians.length < total ? `, ${technicians.length} affichés` : "";
  return found + (search ? ` pour «\u00a0${search}\u00a0»` : "") + shown;
}
