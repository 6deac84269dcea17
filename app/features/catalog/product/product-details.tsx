/** The tabs of the product page: description, features and specifications. */

import { Link } from "react-router";
import { ArrowOutIcon, CheckIcon } from "#app/components/ui/icons.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import type { Attribute } from "#app/lib/models/attributes.ts";
import type { Product } from "./product.queries.ts";
import { listSpecifications } from "./specifications.ts";

export function ProductDescription({ product }: { product: Product }) {
  return (
    <div className="grid max-w-prose gap-4">
      <p className="whitespace-pre-line">{product.description || "Aucune description disponible."}</p>
      {product.more_info_url && (
        <p>
          <a
            href={product.more_info_url}
            target="_blank"
            rel="noopener noreferrer"
            className="link inline-flex min-h-11 items-center gap-2"
          >
            Plus d'infos sur le produit <ArrowOutIcon size={16} />
          </a>
        </p>
      )}
      {product.links.length > 0 && (
        <ul>
          {product.links.map(({ label, url }) => (
            <li key={url}>
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                className="link inline-flex min-h-11 items-center gap-2"
              >
                {label} <ArrowOutIcon size={16} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function ProductFeatures({ features }: { features: string[] }) {
  if (features.length === 0) {
    return <p className="text-muted">Aucune caractéristique spécifique disponible.</p>;
  }
  return (
    <ul className="grid max-w-prose gap-2">
      {features.map((feature) => (
        <li key={feature} className="flex gap-3">
          <CheckIcon size={20} className="mt-0.5 shrink-0 text-success" />
          {feature}
        </li>
      ))}
    </ul>
  );
}

interface ProductSpecificationsProps {
  product: Product;
  /** Those that the product has values of. */
  attributes: readonly Attribute[];
  /** That of the chosen variant, for a product with options. */
  reference: string | null;
  /** That of the brand's page, null without one. */
  brandSlug: string | null;
}

export function ProductSpecifications({
  product,
  attributes,
  reference,
  brandSlug,
}: ProductSpecificationsProps) {
  const specifications = listSpecifications(product, attributes);
  return (
    <div className="grid max-w-prose gap-4">
      {specifications.length === 0 && (
        <p className="text-muted">Aucune spécification technique disponible.</p>
      )}
      <dl className="card divide-y overflow-hidden">
        {[...specifications, { name: "Référence", value: reference || "N/A" }].map(({ name, value }) => (
          <div key={name} className="grid grid-cols-2 gap-4 px-4 py-3 odd:bg-surface">
            <dt className="text-muted">{name}</dt>
            <dd className="font-semibold">
              {name === "Marque" && brandSlug ? (
                <Link to={`/brands/${brandSlug}`} className="link -my-3 inline-flex min-h-11 items-center">
                  {value}
                  <span className="sr-only">, tous ses produits</span>
                </Link>
              ) : (
                <UnbrokenNumbers text={value} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
