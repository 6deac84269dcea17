/** The three benefits on the product page, each linking to the page with its conditions. */

import { Link } from "react-router";
import { ArrowsBackIcon, ClockIcon, TruckIcon } from "#app/components/ui/icons.tsx";

const benefits = [
  { icon: TruckIcon, label: "Livraison gratuite", note: "sous conditions", to: "/delivery#gratuite" },
  { icon: ClockIcon, label: "Livraison en 24/48h", note: "à Ouagadougou", to: "/delivery#delais" },
  {
    icon: ArrowsBackIcon,
    label: "Retours faciles et gratuits",
    note: "voir les conditions",
    to: "/terms#retours",
  },
];

export function ProductBenefits() {
  return (
    <ul className="card mt-5 divide-y text-sm">
      {benefits.map(({ icon: Icon, label, note, to }) => (
        <li key={label}>
          <Link to={to} className="flex min-h-12 items-center gap-3 px-4 hover:underline">
            <Icon size={20} className="shrink-0 text-success" />
            <span>
              <strong className="font-semibold">{label}</strong> <span className="text-muted">({note})</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
