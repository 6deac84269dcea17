/** The reviews as the page brought them, until they are asked for again: then as the database has them now. */
import { useState } from "react";
import { toastError } from "../../components/ui/toast/toast.ts";
import type { Loaded } from "../../lib/loaded.ts";
import type { ProductReviews } from "./review.queries.ts";

export function useReload(loaded: Loaded<ProductReviews>, productId: string, pages: number) {
  /** What was read stands in for this state of the page only: a later one is newer. */
  const [fresh, setFresh] = useState({ instead: loaded, reviews: loaded });

  /** Past the cache of pages. Never throws: a failure says `failure` in a toast and leaves what is shown. */
  async function reload(failure: string): Promise<void> {
    try {
      const [{ reloadProductReviews }, { supabase }] = await Promise.all([
        import("./review.queries.ts"),
        import("../../lib/supabase.client.ts"),
      ]);
      const value = await reloadProductReviews(supabase(), productId, pages);
      setFresh({ instead: loaded, reviews: { ok: true, value } });
    } catch (error) {
      console.error("reviews: the list could not be read again", error);
      toastError(failure);
    }
  }

  return { shown: fresh.instead === loaded ? fresh.reviews : loaded, reload };
}
