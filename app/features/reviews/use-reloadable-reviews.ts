/** The reviews that the page loaded, and after `reload` the current ones from the database. */
import { useState } from "react";
import { toastError } from "#app/components/ui/toast/toast.ts";
import type { Result } from "#app/lib/result.ts";
import type { ProductReviews } from "./review.queries.ts";

export function useReloadableReviews(pageResult: Result<ProductReviews>, productId: string, pages: number) {
  /** A reloaded result replaces the page's result it was loaded for only: a later one is newer. */
  const [reloaded, setReloaded] = useState({ replaces: pageResult, result: pageResult });

  /**
   * Bypasses the page cache. Never throws: a failure shows `failure` in a toast and keeps the current result.
   */
  async function reload(failure: string): Promise<void> {
    try {
      const [{ reloadProductReviews }, { getSupabase }] = await Promise.all([
        import("./review.queries.ts"),
        import("#app/lib/supabase/supabase.client.ts"),
      ]);
      const value = await reloadProductReviews(getSupabase(), productId, pages);
      setReloaded({ replaces: pageResult, result: { ok: true, value } });
    } catch (error) {
      console.error("reviews: the list could not be read again", error);
      toastError(failure);
    }
  }

  return { result: reloaded.replaces === pageResult ? reloaded.result : pageResult, reload };
}
