/**
 * The three benefits on the product page, each linking to the page with its conditions. What «gratuite»
 * depends on is said in the line itself: beside a fee in the cart the word alone would read as a trick.
 */

import { Link } from "react-router";
import { ArrowsBackIcon, ClockIcon, TruckIcon } from "#app/components/ui/icons.tsx";
import { formatXof } from "#app/lib/format/money.ts";

interface ProductBenefitsProps {
  /** Whole francs for an order: the flat fee, or the lowest one of a shop with zones. */
  shippingFee: number;
  isFlat: boolean;
  /** The amount from which a zone delivers for free; null for never. */
  freeFrom: number | null;
}

export function ProductBenefits({ shippingFee, isFlat, freeFrom }: ProductBenefitsProps) {
  const benefits = [
    {
      icon: TruckIcon,
      label: "Livraison gratuite",
      note: "sous conditions",
      condition: isFlat ? getFlatCondition(shippingFee) : getZoneCondition(shippingFee, freeFrom),
      to: "/delivery#gratuite",
    },
    { icon: ClockIcon, label: "Livraison en 24/48h", note: "à Ouagadougou", to: "/delivery#delais" },
    {
      icon: ArrowsBackIcon,
      label: "Retours faciles et gratuits",
      note: "voir les conditions",
      to: "/terms#retours",
    },
  ];
  return (
    <ul className="card mt-5 divide-y text-sm">
      {benefits.map(({ icon: Icon, label, note, condition, to }) => (
        <li key={label}>
          <Link to={to} className="flex min-h-12 items-center gap-3 px-4 py-2 hover:underline">
            <Icon size={20} className="shrink-0 text-success" />
            <span>
              <strong className="font-semibold">{label}</strong> <span className="text-muted">({note})</span>
              {condition && <span className="block text-muted">{condition}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function getFlatCondition(fee: number): string {
  return fee > 0
    ? `${formatXof(fee)} une fois par commande, gratuite pour les articles suivants`
    : "en ce moment, pour toute commande";
}

function getZoneCondition(lowest: number, freeFrom: number | null): string {
  const fee = lowest > 0 ? `dès ${formatXof(lowest)} par commande` : "dans certaines villes";
  return freeFrom === null
    ? `${fee}, selon votre ville`
    : `${fee}, gratuite dès ${formatXof(freeFrom)} selon votre ville`;
}
