/**
 * The tab for writing a review: its code, with the form libraries, is loaded when the tab is opened first.
 */

import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { ReviewFormSkeleton } from "./review-form-skeleton.tsx";
import type { WriteReviewProps } from "./write-review.tsx";

export function LazyWriteReview(props: WriteReviewProps) {
  const [module, setModule] = useState<typeof import("./write-review.tsx") | "failed" | null>(null);

  useEffect(() => {
    if (module) return;
    import("./write-review.tsx").then(setModule, (error: unknown) => {
      console.error("reviews: the form could not be fetched", error);
      setModule("failed");
    });
  }, [module]);

  if (module === null) return <ReviewFormSkeleton />;
  if (module !== "failed") return <module.WriteReview {...props} />;
  return (
    <Notice variant="error" role="alert" className="grid justify-items-start gap-2">
      <p className="font-semibold">Le formulaire n'a pas pu être chargé&nbsp;: le réseau ne répond pas.</p>
      <Button variant="outline" onClick={() => setModule(null)}>
        Réessayer
      </Button>
    </Notice>
  );
}
