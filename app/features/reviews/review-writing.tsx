/** The writing tab of a product: for whoever is signed in the form, for others the way to sign in and back here. */
import "../../styles/whole.ts";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Author } from "./author.ts";
import { createReview } from "./review.mutations.ts";
import { getAuthorName } from "./review.queries.ts";
import type { ReviewValues } from "./review.schema.ts";
import { ReviewForm } from "./review-form.tsx";
import { ReviewFormSkeleton } from "./review-form-skeleton.tsx";
import { thankForReview } from "./thanks.ts";

export interface ReviewWritingProps {
  product: { id: string; slug: string };
  author: Author;
  onSent: (isPublished: boolean) => void;
}

export function ReviewWriting({ product, author: { status, user }, onSent }: ReviewWritingProps) {
  const userId = user?.id;
  const name = useAuthorName(userId);
  if (status === "loading" || (userId && name === null)) return <ReviewFormSkeleton />;
  if (!userId) return <SignInFirst slug={product.slug} />;

  async function submit(values: ReviewValues, userId: string) {
    const publication = await createReview(
      supabase(),
      userId,
      { productId: product.id, orderId: null },
      values,
    );
    thankForReview(publication);
    onSent(publication === "published");
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

function SignInFirst({ slug }: { slug: string }) {
  const back = encodeURIComponent(`/product/${slug}#donner-mon-avis`);
  return (
    <div className="card grid justify-items-start gap-3 p-5">
      <h3 className="text-lg">Vous avez ce produit&nbsp;?</h3>
      <p>Connectez-vous pour donner votre avis&nbsp;: il aidera les autres à choisir.</p>
      <Link to={`/login?returnUrl=${back}`} className="btn btn-primary">
        Se connecter
      </Link>
    </div>
  );
}

/** Null until the profile has come; empty when it has no name or cannot be read, as the form can do without. */
function useAuthorName(userId: string | undefined): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    if (!userId) return;
    let current = true;
    void load("author", getAuthorName(supabase(), userId)).then((loaded) => {
      if (current) setName(loaded.ok ? loaded.value : "");
    });
    return () => {
      current = false;
    };
  }, [userId]);
  return name;
}
