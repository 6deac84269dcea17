/** The links to the cart with the number of items: in the header, and floating on a phone. */
import { useRef } from "react";
import { Link, useLocation } from "react-router";
import { useFreePlace } from "#app/components/ui/floating/use-free-place.ts";
import { CartIcon } from "#app/components/ui/icons.tsx";
import { formatCartCount, formatCartName } from "./cart-items.ts";
import { useCart } from "./cart-provider.tsx";

export function CartLink() {
  return (
    <Link
      to="/cart"
      className="cart-link relative grid size-11 place-items-center rounded-md hover:bg-surface-muted"
    >
      <CartIcon size={24} />
      <CartCount />
    </Link>
  );
}

/** Pages that show the cart themselves, or whose form needs the room. */
const HIDDEN_ON_PATHS = new Set(["/cart", "/checkout", "/login"]);

/**
 * The floating link for a phone's screen, where it covers no control; the caller positions the element around
 * it.
 */
export function FloatingCartButton() {
  const { pathname, key } = useLocation();
  const link = useRef<HTMLElement>(null);
  // At the top it would be beside the header, which has a link to the cart itself.
  useFreePlace(link, key, 0.75);
  if (HIDDEN_ON_PATHS.has(pathname)) return null;
  return (
    <nav ref={link} aria-label="Accès rapide">
      <Link
        to="/cart"
        className="cart-link relative grid size-14 place-items-center rounded-full bg-foreground text-white shadow-float"
      >
        <CartIcon size={24} />
        <CartCount />
      </Link>
    </nav>
  );
}

/**
 * The count badge, and the link's accessible name with the count as text. The badge is hidden from screen
 * readers because the name contains the count; changes are announced by the toast.
 */
function CartCount() {
  const { count, ready } = useCart();
  return (
    <>
      {/* The page of everyone, and of who has no script, does not know it. */}
      <span className="sr-only">{ready ? formatCartName(count) : "Panier"}</span>
      {count > 0 && (
        <span aria-hidden="true" data-testid="cart-count" className="cart-badge">
          {formatCartCount(count)}
        </span>
      )}
    </>
  );
}
