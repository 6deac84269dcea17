/** The way to the cart, with the number of pieces in it: in the header, and floating over a phone's page. */
import { Link, useLocation } from "react-router";
import { CartIcon } from "./cart-icon.tsx";
import { useCart } from "./cart-provider.tsx";

export function CartLink() {
  return (
    <Link to="/cart" className="relative grid size-11 place-items-center rounded-md hover:bg-sand-deep">
      <CartIcon />
      <CartCount />
    </Link>
  );
}

/** Where the cart is already on the screen, or a form needs the room. */
const WITHOUT_BUTTON = new Set(["/cart", "/checkout", "/login"]);

/** For the corner of a phone's screen; the caller decides where it floats. */
export function FloatingCartButton() {
  const { pathname } = useLocation();
  if (WITHOUT_BUTTON.has(pathname)) return null;
  return (
    <nav aria-label="Accès rapide">
      <Link
        to="/cart"
        className="relative grid size-14 place-items-center rounded-full bg-ink text-white shadow-float"
      >
        <CartIcon />
        <CartCount />
      </Link>
    </nav>
  );
}

/**
 * The badge, and the link's name with the count in words. The figure is hidden from screen readers because the
 * name says it; a change is announced by the toast that goes with it.
 */
function CartCount() {
  const { count } = useCart();
  return (
    <>
      <span className="sr-only">{`Panier : ${count} ${count > 1 ? "articles" : "article"}`}</span>
      {count > 0 && (
        <span
          aria-hidden="true"
          data-testid="cart-count"
          className="absolute -top-0.5 -right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-laterite px-1 text-xs font-bold text-white tabular-nums ring-2 ring-white"
        >
          {count > 99 ? "99+" : count}
        </span>
      )}
    </>
  );
}
