/** Where a page stands in the shop. */
import { Link } from "react-router";

export interface Crumb {
  to: string;
  label: string;
}

export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Fil d'Ariane" className="text-sm text-ink-soft">
      <ol className="flex flex-wrap">
        {crumbs.map(({ to, label }, index) => (
          <li key={to} className="flex items-center">
            {index > 0 && (
              <span aria-hidden="true" className="px-2">
                ›
              </span>
            )}
            <Link to={to} className="inline-flex min-h-10 items-center hover:text-ink hover:underline">
              {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
