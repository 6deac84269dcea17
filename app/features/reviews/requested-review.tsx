/**
 * The page of a valid review link: the product, the form, and a confirmation once the review is stored. The
 * review is created in the signed-in customer's name when the link was sent to their address, and in the link
 * holder's name otherwise, since phones are shared.
 */

import { useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { CheckCircleIcon } from "#app/components/ui/icons.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { getAnonSupabase, getSupabase } from "#app/lib/supabase/supabase.client.ts";
import {
  createRequestedReview,
  createReview,
  markReviewRequestUsed,
  type PublicationStatus,
} from "./review.mutations.ts";
import type { ReviewRequest } from "./review.queries.ts";
import type { ReviewValues } from "./review.schema.ts";
import { ReviewForm } from "./review-form.tsx";
import { showReviewConfirmation } from "./show-review-confirmation.ts";

interface RequestedReviewProps {
  request: ReviewRequest;
  /** The signed-in author; null for the link holder, who enters a name. */
  signedInAuthor: { id: string; name: string } | null;
}

export function RequestedReview({ request, signedInAuthor }: RequestedReviewProps) {
  const { token, product, orderId, email } = request;
  const [sent, setSent] = useState<PublicationStatus | null>(null);
  /** Whether the review link is marked as used; null while that request is running. */
  const [isMarkedUsed, setIsMarkedUsed] = useState<boolean | null>(null);

  async function markUsed() {
    setIsMarkedUsed(null);
    setIsMarkedUsed(await markReviewRequestUsed(getAnonSupabase(), token));
  }

  async function submit(values: ReviewValues) {
    const subject = { productId: product.id, request: { orderId, token } };
    const publication = signedInAuthor
      ? await createReview(getSupabase(), signedInAuthor.id, subject, values)
      : await createRequestedReview(getAnonSupabase(), subject, values);
    showReviewConfirmation(publication);
    setSent(publication);
    await markUsed();
  }

  return (
    <>
      <div className="flex items-center gap-4 rounded-md bg-surface p-3">
        <Image
          url={product.image}
          alt=""
          sizes="80px"
          priority="eager"
          className="w-20 shrink-0 rounded-md"
        />
        <p>
          <span className="block text-sm text-muted">Votre achat</span>
          <Link to={`/product/${product.slug}`} className="link">
            {product.name}
          </Link>
        </p>
      </div>
      {sent === null ? (
        <ReviewForm
          draftKey={`review:${product.id}:${orderId}`}
          name={signedInAuthor?.name ?? ""}
          email={email}
          lockedEmailHint="L'adresse de votre commande, jamais publiée."
          onSubmit={submit}
        />
      ) : (
        <Confirmation isPublished={sent === "published"} slug={product.slug}>
          {isMarkedUsed === false && (
            <Notice variant="warning" role="alert" className="grid justify-items-start gap-2 text-left">
              <p className="font-semibold">Impossible de finaliser la demande d'avis</p>
              <p>Votre avis est bien enregistré&nbsp;: seul le lien reste ouvert.</p>
              <Button
                variant="outline"
                onClick={({ currentTarget }) => {
                  // The button is removed with its notice: the confirmation around it takes the focus.
                  currentTarget.closest<HTMLElement>("[tabindex]")?.focus();
                  void markUsed();
                }}
              >
                Réessayer
              </Button>
            </Notice>
          )}
        </Confirmation>
      )}
    </>
  );
}

interface ConfirmationProps {
  isPublished: boolean;
  slug: string;
  children: React.ReactNode;
}

/** Takes the focus and scrolls into view, since it replaces a longer form. */
function Confirmation({ isPublished, slug, children }: ConfirmationProps) {
  const container = useRef<HTMLDivElement>(null);
  // A layout effect, so that a key pressed right away applies here.
  useLayoutEffect(() => {
    container.current?.focus({ preventScroll: true });
    container.current?.scrollIntoView();
  }, []);
  return (
    <div
      ref={container}
      tabIndex={-1}
      className="grid scroll-mt-48 justify-items-center gap-3 py-2 text-center outline-none"
    >
      <CheckCircleIcon size={56} className="text-success" />
      <h2 className="text-2xl">Merci, votre avis compte</h2>
      <p className="text-muted">
        {isPublished
          ? "Il est publié : il aide déjà ceux qui hésitent."
          : "Il apparaîtra sur la page du produit après modération."}
      </p>
      {children}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Link to={`/product/${slug}#avis`} className={buttonClass("primary")}>
          Voir les avis
        </Link>
        <Link to="/products" className={buttonClass("outline")}>
          Continuer mes achats
        </Link>
      </div>
    </div>
  );
}
