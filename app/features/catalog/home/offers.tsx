/** The current offers on the home page. Prices carry the label FCFA here and on the promotions page only. */

import type { ReactNode } from "react";
import { Link } from "react-router";
import { ProductCard } from "#app/features/catalog/product-card.tsx";
import { PROMOTIONS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { formatFcfa } from "#app/lib/format/money.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import type { Result } from "#app/lib/result.ts";

interface OffersProps {
  offers: Result<CardProduct[]>;
  /** «Jusqu'à 30% de réduction» */
  banner: string;
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

export function Offers({ offers, banner, lowStockThreshold, renderAction }: OffersProps) {
  return (
    <section aria-labelledby="offers" className="mt-12 bg-accent-soft py-8">
      <div className="page">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="offers" className="text-2xl">
            Offres spéciales
          </h2>
          <p className="rounded-full bg-accent px-4 py-1 font-heading font-bold max-sm:order-1">{banner}</p>
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
        {PROMOTIONS_LOAD_ERROR} <AllProductsLink />
      </p>
    );
  }
  if (offers.value.length === 0) {
    return (
      <p className="card p-5">
        Aucune promotion en cours pour le moment. <AllProductsLink />
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

function AllProductsLink() {
  return (
    <Link to="/products" className="link">
      Voir tous les produits
    </Link>
  );
}
