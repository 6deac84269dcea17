/**
 * What an open review link shows: the product, the form, and thanks once the review has arrived. A signed-in customer
 * writes in their own name when the link came to their address, and as its holder otherwise: phones are shared.
 */
import { useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { CheckCircleIcon } from "../../components/ui/icons.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import { supabase, supabaseAsVisitor } from "../../lib/supabase.client.ts";
import {
  createRequestedReview,
  createReview,
  markReviewRequestUsed,
  type Publication,
} from "./review.mutations.ts";
import type { ReviewRequest } from "./review.queries.ts";
import type { ReviewValues } from "./review.schema.ts";
import { ReviewForm } from "./review-form.tsx";
import { thankForReview } from "./thanks.ts";

interface RequestedReviewProps {
  request: ReviewRequest;
  /** Whose name signs it: null for the holder of the link, who then gives one. */
  writer: { id: string; name: string } | null;
}

export function RequestedReview({ request, writer }: RequestedReviewProps) {
  const { token, product, orderId, email } = request;
  const [sent, setSent] = useState<Publication | null>(null);
  /** Null while it is being marked. */
  const [isMarked, setIsMarked] = useState<boolean | null>(null);

  async function mark() {
    setIsMarked(null);
    setIsMarked(await markReviewRequestUsed(supabaseAsVisitor(), token));
  }

  async function submit(values: ReviewValues) {
    const subject = { productId: product.id, orderId };
    const publication = writer
      ? await createReview(supabase(), writer.id, subject, values)
      : await createRequestedReview(supabaseAsVisitor(), subject, values);
    thankForReview(publication);
    setSent(publication);
    await mark();
  }

  return (
    <>
      <div className="flex items-center gap-4 rounded-md bg-sand p-3">
        <Picture
          url={product.image}
          alt=""
          sizes="80px"
          fetched="soon"
          className="w-20 shrink-0 rounded-md"
        />
        <p>
          <span className="block text-sm text-ink-soft">Votre achat</span>
          <Link to={`/product/${product.slug}`} className="link">
            {product.name}
          </Link>
        </p>
      </div>
      {sent === null ? (
        <ReviewForm
          draftKey={`review:${product.id}:${orderId}`}
          name={writer?.name ?? ""}
          email={email}
          emailLocked="L'adresse de votre commande, jamais publiée."
          onSubmit={submit}
        />
      ) : (
        <Thanks isPublished={sent === "published"} slug={product.slug}>
          {isMarked === false && (
            <Notice tone="warning" role="alert" className="grid justify-items-start gap-2 text-left">
              <p className="font-semibold">Impossible de finaliser la demande d'avis</p>
              <p>Votre avis est bien enregistré&nbsp;: seul le lien reste ouvert.</p>
              <button
                type="button"
                className="btn btn-outline"
                onClick={({ currentTarget }) => {
                  // It goes with its notice; what is around them takes the focus.
                  currentTarget.closest<HTMLElement>("[tabindex]")?.focus();
                  void mark();
                }}
              >
                Réessayer
              </button>
            </Notice>
          )}
        </Thanks>
      )}
    </>
  );
}

interface ThanksProps {
  isPublished: boolean;
  slug: string;
  children: React.ReactNode;
}

/** Takes the focus, and with it the screen: the form that stood here was longer. */
function Thanks({ isPublished, slug, children }: ThanksProps) {
  const thanks = useRef<HTMLDivElement>(null);
  // Before the screen is drawn: a key that is pressed at once goes on from here.
  useLayoutEffect(() => {
    thanks.current?.focus({ preventScroll: true });
    thanks.current?.scrollIntoView();
  }, []);
  return (
    <div
      ref={thanks}
      tabIndex={-1}
      className="grid scroll-mt-48 justify-items-center gap-3 py-2 text-center outline-none"
    >
      <CheckCircleIcon size={56} className="text-leaf" />
      <h2 className="text-2xl">Merci, votre avis compte</h2>
      <p className="text-ink-soft">
        {isPublished
          ? "Il est publié : il aide déjà ceux qui hésitent."
          : "Il apparaîtra sur la page du produit après modération."}
      </p>
      {children}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Link to={`/product/${slug}#avis`} className="btn btn-primary">
          Voir les avis
        </Link>
        <Link to="/products" className="btn btn-outline">
          Continuer mes achats
        </Link>
      </div>
    </div>
  );
}
