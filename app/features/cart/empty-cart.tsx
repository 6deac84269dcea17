/** The empty state of the cart, with a link to the catalogue. */

import { Link } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";

/** @param isEmptiedElsewhere whether another tab has emptied it, perhaps by ordering */
export function EmptyCart({ isEmptiedElsewhere }: { isEmptiedElsewhere: boolean }) {
  return (
    <div className="card mx-auto grid max-w-prose justify-items-center gap-4 px-6 py-10 text-center">
      <img src="/empty-cart.svg" alt="" width={200} height={160} />
      <h2 className="text-xl">Votre panier est vide</h2>
      {isEmptiedElsewhere && (
        <p role="alert">
          Un autre onglet l'a vidé, ou a passé la commande&nbsp;: elle est alors dans{" "}
          <Link to="/account?tab=commandes" className="link">
            vos commandes
          </Link>
          .
        </p>
      )}
      <p className="text-muted">
        Outils, ciment, tuyaux, câbles, peinture&nbsp;: trouvez ce qu'il faut pour votre chantier et payez à
        la livraison.
      </p>
      <Link to="/products" className={buttonClass("primary")}>
        Découvrir nos produits
      </Link>
    </div>
  );
}
