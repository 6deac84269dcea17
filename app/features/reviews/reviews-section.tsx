/** The reviews of a product: figures, the list with its votes and more of it on demand, and the way to write one. */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { Notice } from "../../components/ui/notice.tsx";
import { SegmentedTabs } from "../../components/ui/segmented-tabs.tsx";
import type { Loaded } from "../../lib/loaded.ts";
import type { Author } from "./author.ts";
import type { ProductReviews } from "./review.queries.ts";
import { ReviewList } from "./review-list.tsx";
import { ReviewSummary } from "./review-summary.tsx";
import { useReload } from "./use-reload.ts";
import { WritingPart } from "./writing-part.tsx";

export interface ReviewsSectionProps {
  product: { id: string; name: string; slug: string };
  loaded: Loaded<ProductReviews>;
  /** How many pages of the list are shown. */
  pages: number;
  /** Address under which more reviews are shown, or null when these are all. */
  moreHref: string | null;
  author: Author;
}

const TABS = [
  { key: "list", label: "Tous les avis" },
  { key: "write", label: "Donner mon avis" },
] as const;

type TabKey = (typeof TABS)[number]["key"];

/** The writing tab has an address, so that signing in leads back to it and a reload stays in it. */
const WRITING = "#donner-mon-avis";

const NOT_LOADED = "Impossible de charger les avis clients";

export function ReviewsSection({ product, loaded, pages, moreHref, author }: ReviewsSectionProps) {
  const { shown, reload } = useReload(loaded, product.id, pages);
  const [tab, setTab] = useState<TabKey>(() =>
    !import.meta.env.SSR && window.location.hash === WRITING ? "write" : "list",
  );
  const [isWaiting, setIsWaiting] = useState(false);
  const panel = useRef<HTMLDivElement>(null);

  function show(key: TabKey) {
    window.history.replaceState(window.history.state, "", key === "write" ? WRITING : "#avis");
    setTab(key);
  }

  /** Shows a tab from within the other one: what was pressed goes, and the focus moves to what comes. */
  function moveTo(key: TabKey) {
    flushSync(() => show(key));
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView();
  }

  function onSent(isPublished: boolean) {
    setIsWaiting(!isPublished);
    moveTo("list");
    void reload("Impossible de mettre à jour la liste des avis.");
  }

  const { reviews, counts, average } = shown.ok ? shown.value : { reviews: [], counts: [], average: 0 };
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
            {tab === "write" && <WritingPart product={product} author={author} onSent={onSent} />}
            {tab === "list" && isWaiting && (
              <Notice tone="info" role="status">
                Merci&nbsp;! Votre avis apparaîtra ici après modération.
              </Notice>
            )}
            {tab === "list" && !shown.ok && <NotLoaded onRetry={() => void reload(NOT_LOADED)} />}
            {tab === "list" && shown.ok && reviews.length === 0 && <None onWrite={() => moveTo("write")} />}
            {tab === "list" && <ReviewList productName={product.name} reviews={reviews} author={author} />}
            {tab === "list" && moreHref && (
              <p className="text-center">
                <Link to={moreHref} preventScrollReset className="btn btn-outline">
                  Voir plus d'avis
                </Link>
              </p>
            )}
          </div>
        </SegmentedTabs>
      </div>
    </div>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <p role="alert">{NOT_LOADED}</p>
      <button type="button" className="btn btn-outline justify-self-start" onClick={onRetry}>
        Réessayer
      </button>
    </>
  );
}

function None({ onWrite }: { onWrite: () => void }) {
  return (
    <div className="card grid justify-items-start gap-3 p-5">
      <p>Aucun avis pour ce produit pour le moment.</p>
      <button type="button" className="btn btn-primary" onClick={onWrite}>
        Donner le premier avis
      </button>
    </div>
  );
}
