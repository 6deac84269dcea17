/** The outcome of the last nightly check of the stock, with the products whose stock differs from its ledger. */
import CircleCheck from "lucide-react/icons/circle-check";
import { Link } from "react-router";
import { formatCount } from "#app/lib/format/numbers.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import type { StockCheck } from "./dashboard.queries.ts";

export function StockCheckResult({ check }: { check: StockCheck | null }) {
  if (!check)
    return <p className="p-4 text-sm text-muted">Le premier contrôle du stock a lieu cette nuit.</p>;
  const { day, products_count, problem_count, problems } = check;
  if (problem_count === 0) {
    return (
      <p className="flex gap-2 p-4 text-sm">
        <CircleCheck aria-hidden size={18} className="shrink-0 text-success-strong" />
        <span>
          Le {formatDay(day)}, le stock de {formatCount(products_count, "produit", "produits")} s'explique
          pièce par pièce.
        </span>
      </p>
    );
  }
  return (
    <div className="grid gap-2 p-4 text-sm">
      <p className="font-semibold text-danger">
        Le {formatDay(day)}, {formatCount(problem_count, "stock ne correspond", "stocks ne correspondent")}{" "}
        pas à son historique.
      </p>
      <ul>
        {problems.map(({ id, name, stock, booked }) => (
          <li key={`${id} ${name}`} className="flex flex-wrap items-center justify-between gap-x-4">
            <Link
              to={`/admin/products/${id}/stock`}
              className="link inline-flex min-h-11 items-center wrap-anywhere md:min-h-8"
            >
              {name}
            </Link>
            <span className="text-muted tabular-nums">
              stock {stock}, historique {booked}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
