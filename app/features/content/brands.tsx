/** The partner brands. A brand whose logo is missing or does not load shows its name as text. */

import { Link } from "react-router";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { BRANDS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import type { Result } from "#app/lib/result.ts";
import type { Brand } from "./content.queries.ts";

export function Brands({ brands }: { brands: Result<Brand[]> }) {
  useFailureToast(brands, BRANDS_LOAD_ERROR);
  if (!brands.ok || brands.value.length === 0) return null;
  return (
    <section aria-labelledby="brands" className="page mt-12">
      <h2 id="brands" className="text-2xl">
        Nos marques partenaires
      </h2>
      <ul className="mt-4 grid grid-cols-3 gap-2 sm:grid-cols-4 md:gap-4 lg:grid-cols-6">
        {brands.value.map(({ id, name, slug, logo }) => (
          <li key={id} className="min-w-0">
            <Link
              to={`/brands/${slug}`}
              className="brand card flex h-20 items-center justify-center p-3 text-center lift md:h-24"
            >
              {logo && (
                <img
                  src={logo}
                  alt={name}
                  width={160}
                  height={64}
                  loading="lazy"
                  decoding="async"
                  className="max-h-full w-full object-contain"
                />
              )}
              <span className="brand-name font-heading text-base font-bold">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
