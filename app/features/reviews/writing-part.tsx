/** The writing tab: its code, with the libraries of forms, is fetched when the tab is opened for the first time. */
import { useEffect, useState } from "react";
import { Notice } from "../../components/ui/notice.tsx";
import { ReviewFormSkeleton } from "./review-form-skeleton.tsx";
import type { ReviewWritingProps } from "./review-writing.tsx";

export function WritingPart(props: ReviewWritingProps) {
  const [part, setPart] = useState<typeof import("./review-writing.tsx") | "failed" | null>(null);

  useEffect(() => {
    if (part) return;
    import("./review-writing.tsx").then(setPart, (error: unknown) => {
      console.error("reviews: the form could not be fetched", error);
      setPart("failed");
    });
  }, [part]);

  if (part === null) return <ReviewFormSkeleton />;
  if (part !== "failed") return <part.ReviewWriting {...props} />;
  return (
    <Notice tone="error" role="alert" className="grid justify-items-start gap-2">
      <p className="font-semibold">Le formulaire n'a pas pu être chargé&nbsp;: le réseau ne répond pas.</p>
      <button type="button" className="btn btn-outline" onClick={() => setPart(null)}>
        Réessayer
      </button>
    </Notice>
  );
}
