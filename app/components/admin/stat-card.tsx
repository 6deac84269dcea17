/** One figure of the dashboard, with a link to the list behind it. */

import type { ComponentType, SVGProps } from "react";
import { Link } from "react-router";
import { formatTotal } from "#app/lib/format/numbers.ts";

interface StatCardProps {
  label: string;
  value: number;
  /** The figure is the database's estimate. */
  isEstimate?: boolean;
  to: string;
  icon: ComponentType<SVGProps<SVGSVGElement> & { size?: number }>;
  /** The figure requires an action. */
  urgent?: boolean;
}

export function StatCard({ label, value, isEstimate, to, icon: Icon, urgent = false }: StatCardProps) {
  return (
    <Link to={to} className="card grid gap-1 p-3 hover:border-border-strong md:p-4">
      <span className="flex items-center justify-between gap-2 text-sm text-muted">
        {label}
        <Icon aria-hidden size={18} className={`shrink-0 max-xs:hidden ${urgent ? "text-brand" : ""}`} />
      </span>
      <strong className={`font-heading text-2xl tabular-nums ${urgent ? "text-brand" : ""}`}>
        {formatTotal(value, isEstimate)}
      </strong>
    </Link>
  );
}
