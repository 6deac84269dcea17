/** The tabs of the product page: description, features and specifications. */
import { ArrowOutIcon, CheckIcon } from "#app/components/ui/icons.tsx";
import type { Product } from "#app/features/catalog/catalog.queries.ts";
import { parseSpecifications } from "./specifications.ts";

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

export function ProductSpecifications({ product }: { product: Product }) {
  const specifications = parseSpecifications(product.specifications);
  return (
    <div className="grid max-w-prose gap-4">
      {specifications.length === 0 && (
        <p className="text-muted">Aucune spécification technique disponible.</p>
      )}
      <dl className="card divide-y overflow-hidden">
        {[...specifications, { name: "Référence", value: product.reference || "N/A" }].map(
          ({ name, value }) => (
            <div key={name} className="grid grid-cols-2 gap-4 px-4 py-3 odd:bg-surface">
              <dt className="text-muted">{name}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}
