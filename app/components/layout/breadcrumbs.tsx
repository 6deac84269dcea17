/** The breadcrumbs: the position of a page in the shop. */
import { Link } from "react-router";
import type { BreadcrumbPage } from "#app/lib/pages/json-ld.ts";

interface BreadcrumbsProps {
  /** The parent pages, from the home page on. */
  crumbs: BreadcrumbPage[];
  /** The name of the current page, where there is room for it. */
  current?: string;
}

export function Breadcrumbs({ crumbs, current }: BreadcrumbsProps) {
  return (
    <nav aria-label="Fil d'Ariane" className="text-sm text-muted">
      <ol className="flex flex-wrap wrap-anywhere">
        {crumbs.map(({ to, label }, index) => (
          <li key={to} className="flex items-center">
            <Link to={to} className="inline-flex min-h-11 items-center hover:text-foreground hover:underline">
              {label}
            </Link>
            {(current || index < crumbs.length - 1) && <Separator />}
          </li>
        ))}
        {current && (
          <li aria-current="page" className="flex items-center">
            {current}
          </li>
        )}
      </ol>
    </nav>
  );
}

/** After a page, so that no line begins with it. */
function Separator() {
  return (
    <span aria-hidden="true" className="px-2">
      ›
    </span>
  );
}
