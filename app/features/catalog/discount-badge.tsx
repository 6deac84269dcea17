/** The discount badge: the whole percentage that the database computes from the old price. */
export function DiscountBadge({ discount }: { discount: number | null }) {
  if (!discount || discount <= 0) return null;
  return (
    <span className="badge bg-brand text-white tabular-nums">
      <span className="sr-only">Réduction de </span>
      {`-${discount} %`}
    </span>
  );
}
