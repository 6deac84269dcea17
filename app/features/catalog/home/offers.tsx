/** The current offers on the home page. Prices carry the label FCFA here and on the promotions page only. */

import type { ReactNode } from "react";
import { Link } from "react-router";
import { ProductItem } from "#app/features/catalog/product-item.tsx";
import { PROMOTIONS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { formatFcfa } from "#app/lib/format/money.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import type { Result } from "#app/lib/result.ts";

/** The number of cards on the first screen of a phone. */
const CARDS_ABOVE_FOLD = 2;

interface OffersProps {
  offers: Result<CardProduct[]>;
  /** «Jusqu'à 30% de réduction» */
  banner: string;
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

export function Offers({ offers, banner, lowStockThreshold, renderAction }: OffersProps) {
  return (
    <section aria-labelledby="offers" className="mt-2 bg-accent-soft pt-1.5 pb-4 md:mt-12 md:py-8">
      <div className="page">
        {/* With text of twice the size, the link stands below. */}
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <div className="flex min-w-0 grow basis-52 flex-wrap items-center gap-x-4">
            <h2 id="offers" className="text-xl md:text-2xl">
              Offres spéciales
            </h2>
            <p className="font-heading text-sm font-bold text-brand-strong md:rounded-full md:bg-accent md:px-4 md:py-1 md:text-base md:text-foreground">
              {banner}
            </p>
          </div>
          <Link to="/promotions" className="link inline-flex min-h-11 shrink-0 items-center">
            Tout voir
          </Link>
        </div>
        <div className="mt-1.5 md:mt-4">
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
    <ul className="grid grid-cols-1 gap-3 xs:grid-cols-2 md:grid-cols-4 lg:gap-4">
      {offers.value.map((product, index) => (
        <ProductItem
          key={product.id}
          product={product}
          lowStockThreshold={lowStockThreshold}
          isAboveFold={index < CARDS_ABOVE_FOLD}
          renderAction={renderAction}
          formatPrice={formatFcfa}
        />
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
