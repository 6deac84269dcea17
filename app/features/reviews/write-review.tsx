/**
 * The tab for writing a review: the form for signed-in customers, else a link to the sign-in that returns
 * here.
 */

import { useEffect, useState } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Author } from "./author.ts";
import { createReview } from "./review.mutations.ts";
import { getAuthorName } from "./review.queries.ts";
import type { ReviewValues } from "./review.schema.ts";
import { ReviewForm } from "./review-form.tsx";
import { ReviewFormSkeleton } from "./review-form-skeleton.tsx";
import { showReviewConfirmation } from "./show-review-confirmation.ts";

export interface WriteReviewProps {
  product: { id: string; slug: string };
  author: Author;
  onSent: (isPublished: boolean) => void;
}

export function WriteReview({ product, author: { status, user }, onSent }: WriteReviewProps) {
  const userId = user?.id;
  const name = useAuthorName(userId);
  if (status === "loading" || (userId && name === null)) return <ReviewFormSkeleton />;
  if (!userId) return <SignInPrompt slug={product.slug} hasEnded={name !== null} />;

  async function submit(values: ReviewValues, userId: string) {
    const status = await createReview(
      getSupabase(),
      userId,
      { productId: product.id, request: null },
      values,
    );
    showReviewConfirmation(status);
    onSent(status === "published");
  }
  return (
    <div className="card p-5">
      <ReviewForm
        draftKey={`review:${product.id}:${userId}`}
        name={name ?? ""}
        email={user.email ?? ""}
        onSubmit={(values) => submit(values, userId)}
      />
    </div>
  );
}

/** @param hasEnded whether the form was shown before: the session has ended, and the draft is stored */
function SignInPrompt({ slug, hasEnded }: { slug: string; hasEnded: boolean }) {
  const returnUrl = encodeURIComponent(`/product/${slug}#donner-mon-avis`);
  return (
    <div role={hasEnded ? "alert" : undefined} className="card grid justify-items-start gap-3 p-5">
      <h3 className="text-lg">{hasEnded ? "Vous n'êtes plus connecté" : "Vous avez ce produit\u00a0?"}</h3>
      <p>
        {hasEnded
          ? "Reconnectez-vous pour envoyer votre avis : ce que vous avez écrit est gardé."
          : "Connectez-vous pour donner votre avis : il aidera les autres à choisir."}
      </p>
      <Link to={`/login?returnUrl=${returnUrl}`} className={buttonClass("primary")}>
        Se connecter
      </Link>
    </div>
  );
}

/**
 * Null until the profile has loaded; empty when it has no name or cannot be read, since the form works
 * without.
 */
function useAuthorName(userId: string | undefined): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    if (!userId) return;
    let current = true;
    void toResult("author", getAuthorName(getSupabase(), userId)).then((result) => {
      if (current) setName(result.ok ? result.value : "");
    });
    return () => {
      current = false;
    };
  }, [userId]);
  return name;
}
