/** A horizontally scrolling row, operable by touch, wheel and the arrow keys. */
import type { ReactNode, RefObject, UIEvent } from "react";

interface ScrollRowProps {
  /** Items of a list. */
  children: ReactNode;
  className?: string;
  ref?: RefObject<HTMLDivElement | null>;
  onScroll?: (event: UIEvent<HTMLElement>) => void;
}

/** A scroll container must be focusable for keyboard users, though it has no controls of its own. */
const FOCUSABLE = { tabIndex: 0 };

export function ScrollRow({ children, className = "", ...rest }: ScrollRowProps) {
  return (
    <div className={`scroll-row ${className}`} {...FOCUSABLE} {...rest}>
      <ul className="contents">{children}</ul>
    </div>
  );
}
