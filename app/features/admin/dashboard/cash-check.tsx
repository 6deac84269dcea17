/** The outcome of the last nightly check of the cash book, with the orders whose amounts differ. */
import CircleCheck from "lucide-react/icons/circle-check";
import { Link } from "react-router";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import type { CashCheck } from "./dashboard.queries.ts";

export function CashCheckResult({ check }: { check: CashCheck | null }) {
  if (!check) {
    return <p className="p-4 text-sm text-muted">Le premier contrôle a lieu cette nuit.</p>;
  }
  const { day, orders_count, problem_count, problems } = check;
  if (problem_count === 0) {
    return (
      <p className="flex gap-2 p-4 text-sm">
        <CircleCheck aria-hidden size={18} className="shrink-0 text-success-strong" />
        <span>
          Le {formatDay(day)}, {formatCount(orders_count, "commande", "commandes")} et la caisse sont
          d'accord.
        </span>
      </p>
    );
  }
  return (
    <div className="grid gap-2 p-4 text-sm">
      <p className="font-semibold text-danger">
        Le {formatDay(day)},{" "}
        {formatCount(problem_count, "commande ne correspond", "commandes ne correspondent")} pas à la caisse.
      </p>
      <ul>
        {problems.map(({ id, number, paid, booked }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
            <Link
              to={`/admin/orders?search=${number}`}
              className="link inline-flex min-h-11 items-center md:min-h-8"
            >
              {number}
            </Link>
            <span className="text-muted tabular-nums">
              payé {formatXof(paid)}, livre {formatXof(booked)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
