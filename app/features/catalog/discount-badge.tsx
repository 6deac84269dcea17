/** The discount as the database derived it from the old price: a whole percentage. */
export function DiscountBadge({ discount }: { discount: number | null }) {
  if (!discount || discount <= 0) return null;
  return (
    <span className="badge bg-laterite text-white tabular-nums">
      <span className="sr-only">Réduction de </span>-{discount} %
    </span>
  );
}
