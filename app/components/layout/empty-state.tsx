/** A screen or list without content: a picture, what is the matter, and a way on. */
import type { ReactNode } from "react";

interface EmptyStateProps {
  /** Which of the small pictures in `public/`. */
  picture: "closed-letter" | "empty-cart" | "empty-search" | "empty-wishlist" | "not-found";
  title: string;
  hint?: string;
  /** Links and buttons that lead on. */
  children: ReactNode;
  headingLevel?: "h1" | "h2";
}

export function EmptyState({
  picture,
  title,
  hint,
  children,
  headingLevel: Heading = "h2",
}: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-prose justify-items-center gap-3 px-4 py-12 text-center">
      <img src={`/${picture}.svg`} alt="" width={200} height={160} />
      <Heading className="text-2xl">{title}</Heading>
      {hint && <p className="text-ink-soft">{hint}</p>}
      <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
