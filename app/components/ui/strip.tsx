/** A row that scrolls sideways: by finger, wheel, and for those without either by the arrow keys. */
import type { ReactNode, RefObject, UIEvent } from "react";

interface StripProps {
  /** Items of a list. */
  children: ReactNode;
  className?: string;
  ref?: RefObject<HTMLDivElement | null>;
  onScroll?: (event: UIEvent<HTMLElement>) => void;
}

/** A region that scrolls has to be reachable by keyboard, though there is nothing to press in it. */
const REACHABLE = { tabIndex: 0 };

export function Strip({ children, className = "", ...rest }: StripProps) {
  return (
    <div className={`strip ${className}`} {...REACHABLE} {...rest}>
      <ul className="contents">{children}</ul>
    </div>
  );
}
