/**
 * The directory's list of technicians: count, cards and «Voir plus», with loading, error and empty states.
 */

import { Link, useNavigation } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { LoadMore } from "#app/components/ui/load-more.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { useFocusOnLoadMore } from "#app/components/ui/use-focus-on-load-more.ts";
import { TECHNICIANS_LIST_ERROR, TECHNICIANS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import type { Result } from "#app/lib/result.ts";
import { PAGE_SIZE, type TechnicianPage } from "./technician.queries.ts";
import { TechnicianCard } from "./technician-card.tsx";
import {
  getTechniciansPath,
  MAX_PAGES,
  parseTechnicianFilters,
  type TechnicianFilters,
} from "./technician-filters.ts";
import { TechnicianGrid, TechnicianGridSkeleton } from "./technician-grid.tsx";

/** The number of cards above the fold on a phone. */
const CARDS_ABOVE_FOLD = 2;

interface TechnicianResultsProps {
  filters: TechnicianFilters;
  page: Result<TechnicianPage>;
}

export function TechnicianResults({ filters, page }: TechnicianResultsProps) {
  useFailureToast(page, TECHNICIANS_LOAD_ERROR);
  const pending = usePendingFilters();
  const replaced = pending !== null && getListKey(pending) !== getListKey(filters);
  return (
    <>
      {(page.ok || pending) && (
        // Always the same live region, so that changes are announced.
        <p role="status" className="my-4 text-sm text-muted">
          {pending || !page.ok ? "Chargement des techniciens..." : formatCount(page.value, filters)}
        </p>
      )}
      {replaced ? (
        <TechnicianGridSkeleton />
      ) : page.ok ? (
        <TechnicianList filters={filters} page={page.value} busy={pending !== null} />
      ) : (
        <p role="alert" className="card mt-4 p-5">
          {TECHNICIANS_LIST_ERROR}{" "}
          <a href={getTechniciansPath(filters)} className="link">
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
  /** Whether more of the same list is loading. */
  busy: boolean;
}

function TechnicianList({ filters, page: { technicians, total }, busy }: TechnicianListProps) {
  const { list, onLoadMore } = useFocusOnLoadMore<HTMLUListElement>(technicians.length);
  if (total === 0) {
    return (
      <EmptyState
        image="empty-search"
        title="Aucun technicien trouvé"
        hint="Essayez de modifier vos critères de recherche"
      >
        {getListKey(filters) === "/technicians" ? (
          <Link to="/products" className={buttonClass("primary")}>
            Voir les produits
          </Link>
        ) : (
          <Link to="/technicians" className={buttonClass("primary")}>
            Voir tous les techniciens
          </Link>
        )}
      </EmptyState>
    );
  }
  const hasMore = technicians.length < total;
  return (
    <>
      <TechnicianGrid ref={list}>
        {technicians.map((technician, index) => (
          <li key={technician.id}>
            <TechnicianCard
              technician={technician}
              headingLevel="h2"
              isAboveFold={index < CARDS_ABOVE_FOLD}
            />
          </li>
        ))}
      </TechnicianGrid>
      {hasMore && (
        <p className="mt-8 grid justify-items-center gap-3">
          <span className="text-sm text-muted">
            {technicians.length} techniciens sur {total}
          </span>
          {filters.page < MAX_PAGES ? (
            <LoadMore
              to={getTechniciansPath({ ...filters, page: Math.ceil(technicians.length / PAGE_SIZE) + 1 })}
              busy={busy}
              onLoadMore={onLoadMore}
            />
          ) : (
            <span>Cherchez par nom ou par spécialité pour trouver les autres.</span>
          )}
        </p>
      )}
    </>
  );
}

/** The filters of the pending navigation, null without one. */
function usePendingFilters(): TechnicianFilters | null {
  const { state, location } = useNavigation();
  if (state !== "loading" || location.pathname !== "/technicians") return null;
  return parseTechnicianFilters(new URLSearchParams(location.search));
}

/** The key of a list: its path without the page number. */
function getListKey(filters: TechnicianFilters): string {
  return getTechniciansPath({ ...filters, page: 1 });
}

function formatCount({ technicians, total }: TechnicianPage, { search }: TechnicianFilters): string {
  const found = `${total} ${total > 1 ? "techniciens" : "technicien"}`;
  const shown = technicians.length < total ? `, ${technicians.length} affichés` : "";
  return found + (search ? ` pour «\u00a0${search}\u00a0»` : "") + shown;
}
