/** The total in the bar at the bottom of a phone's window, beside the button that leads on. */
export function BarTotal({ total }: { total: string }) {
  return (
    <p className="leading-tight md:hidden">
      <span className="block text-xs text-muted">Total à la livraison</span>
      <strong className="text-lg whitespace-nowrap tabular-nums">{total}</strong>
    </p>
  );
}
