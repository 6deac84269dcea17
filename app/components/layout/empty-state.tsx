/**
 * The placeholder of a page or list without content: an illustration, a message, and links to other pages.
 */
import type { ReactNode } from "react";

interface EmptyStateProps {
  /** The illustration's name in `public/`. */
  image: "closed-letter" | "empty-cart" | "empty-search" | "empty-wishlist" | "not-found";
  title: string;
  hint?: string;
  /** Links and buttons to other pages. */
  children: ReactNode;
  headingLevel?: "h1" | "h2";
}

export function EmptyState({ image, title, hint, children, headingLevel: Heading = "h2" }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-prose justify-items-center gap-3 px-4 py-12 text-center">
      <img src={`/${image}.svg`} alt="" width={200} height={160} />
      <Heading className="text-2xl">{title}</Heading>
      {hint && <p className="text-muted">{hint}</p>}
      <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
