/** The reviews section: summary, list with votes and pagination, and the tab for writing a review. */

import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigation } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import { LoadMore } from "#app/components/ui/load-more.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SegmentedTabs } from "#app/components/ui/segmented-tabs.tsx";
import { useFocusOnLoadMore } from "#app/components/ui/use-focus-on-load-more.ts";
import { REVIEWS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import type { Result } from "#app/lib/result.ts";
import type { Author } from "./author.ts";
import { LazyWriteReview } from "./lazy-write-review.tsx";
import type { ProductReviews } from "./review.queries.ts";
import { ReviewList } from "./review-list.tsx";
import { ReviewSummary } from "./review-summary.tsx";
import { useReloadableReviews } from "./use-reloadable-reviews.ts";

export interface ReviewsSectionProps {
  product: { id: string; name: string; slug: string };
  result: Result<ProductReviews>;
  /** The number of pages shown. */
  pages: number;
  /** The link that shows more reviews, or null when all are shown. */
  moreHref: string | null;
  author: Author;
}

const TABS = [
  { key: "list", label: "Tous les avis" },
  { key: "write", label: "Donner mon avis" },
] as const;

type TabKey = (typeof TABS)[number]["key"];

/** The writing tab has a hash, so that the sign-in returns to it and a reload keeps it. */
const WRITE_HASH = "#donner-mon-avis";

export function ReviewsSection({ product, result, pages, moreHref, author }: ReviewsSectionProps) {
  const { result: currentResult, reload } = useReloadableReviews(result, product.id, pages);
  const [tab, setTab] = useState<TabKey>(() =>
    !import.meta.env.SSR && window.location.hash === WRITE_HASH ? "write" : "list",
  );
  const [isPending, setIsPending] = useState(false);

  function show(key: TabKey) {
    window.history.replaceState(window.history.state, "", key === "write" ? WRITE_HASH : "#avis");
    setTab(key);
  }

  /** Shows a tab from a control in the other one. The control is removed, so the panel gets the focus. */
  function moveTo(key: TabKey) {
    flushSync(() => show(key));
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView();
  }

  function onSent(isPublished: boolean) {
    setIsPending(!isPublished);
    moveTo("list");
    void reload("Impossible de mettre à jour la liste des avis.");
  }

  const { reviews, counts, average } = currentResult.ok
    ? currentResult.value
    : { reviews: [], counts: [], average: 0 };
  const { list: panel, onLoadMore } = useFocusOnLoadMore<HTMLDivElement>(reviews.length);
  const { location: next } = useNavigation();
  return (
    <div className={reviews.length > 0 ? "grid gap-6 md:grid-cols-[300px_1fr]" : "max-w-prose"}>
      {reviews.length > 0 && (
        <div className={`md:sticky md:top-4 md:self-start ${tab === "write" ? "max-md:hidden" : ""}`}>
          <ReviewSummary average={average} counts={counts} />
        </div>
      )}
      <div>
        <h2 className="sr-only">Avis des clients</h2>
        <SegmentedTabs
          label="Avis des clients"
          tabs={TABS}
          current={tab}
          onSelect={show}
          className="needs-script mb-4"
        >
          <div ref={panel} tabIndex={-1} className="grid scroll-mt-32 gap-4 outline-none">
            {tab === "write" && <LazyWriteReview product={product} author={author} onSent={onSent} />}
            {tab === "list" && isPending && (
              <Notice variant="info" role="status">
                Merci&nbsp;! Votre avis apparaîtra ici après modération.
              </Notice>
            )}
            {tab === "list" && !currentResult.ok && (
              <LoadError onRetry={() => void reload(REVIEWS_LOAD_ERROR)} />
            )}
            {tab === "list" && currentResult.ok && reviews.length === 0 && (
              <NoReviews onWrite={() => moveTo("write")} />
            )}
            {tab === "list" && <ReviewList productName={product.name} reviews={reviews} author={author} />}
            {tab === "list" && moreHref && (
              <p className="text-center">
                <LoadMore
                  to={moreHref}
                  busy={next !== undefined && next.search + next.hash === moreHref}
                  onLoadMore={onLoadMore}
                  label="Voir plus d'avis"
                />
              </p>
            )}
          </div>
        </SegmentedTabs>
      </div>
    </div>
  );
}

function LoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <p role="alert">{REVIEWS_LOAD_ERROR}</p>
      <Button variant="outline" className="justify-self-start" onClick={onRetry}>
        Réessayer
      </Button>
    </>
  );
}

function NoReviews({ onWrite }: { onWrite: () => void }) {
  return (
    <div className="card grid justify-items-start gap-3 p-5">
      <p>Aucun avis pour ce produit pour le moment.</p>
      <Button variant="primary" onClick={onWrite}>
        Donner le premier avis
      </Button>
    </div>
  );
}
