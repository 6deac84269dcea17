/** The current offers on the home page. This is one of the two places where prices carry the label FCFA. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CardProduct } from "../../lib/card-product.ts";
import type { Loaded } from "../../lib/loaded.ts";
import { formatFcfa } from "../../lib/money.ts";
import { ProductCard } from "./product-card.tsx";

interface OffersProps {
  offers: Loaded<CardProduct[]>;
  /** «Jusqu'à 30% de réduction» */
  banner: string;
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

export function Offers({ offers, banner, lowStockThreshold, renderAction }: OffersProps) {
  return (
    <section aria-labelledby="offers" className="mt-12 bg-sun-soft py-8">
      <div className="page">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="offers" className="text-2xl">
            Offres spéciales
          </h2>
          <p className="rounded-full bg-sun px-4 py-1 font-heading font-bold max-sm:order-1">{banner}</p>
          <Link to="/promotions" className="link ml-auto inline-flex min-h-11 items-center">
            Tout voir
          </Link>
        </div>
        <div className="mt-4">
          <OfferList offers={offers} lowStockThreshold={lowStockThreshold} renderAction={renderAction} />
        </div>
      </div>
    </section>
  );
}

function OfferList({ offers, lowStockThreshold, renderAction }: Omit<OffersProps, "banner">) {
  if (!offers.ok) {
    return (
      <p role="alert" className="card p-5">
        Erreur lors du chargement des promotions. <AllProducts />
      </p>
    );
  }
  if (offers.value.length === 0) {
    return (
      <p className="card p-5">
        Aucune promotion en cours pour le moment. <AllProducts />
      </p>
    );
  }
  return (
    <ul className="grid grid-cols-1 gap-3 xs:grid-cols-2 md:gap-4 lg:grid-cols-4">
      {offers.value.map((product) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            lowStockThreshold={lowStockThreshold}
            action={renderAction(product)}
            formatPrice={formatFcfa}
          />
        </li>
      ))}
    </ul>
  );
}

function AllProducts() {
  return (
    <Link to="/products" className="link">
      Voir tous les produits
    </Link>
  );
}
