/**
 * The skeleton of the summary, shown until session and cart have been read. Nothing can be sent before the customer
 * has seen the total.
 */
export function OrderSummarySkeleton() {
  return (
    <div role="status" aria-label="Chargement de la commande" className="card grid gap-4 p-4 sm:p-6">
      <div className="skeleton h-7 w-40" />
      <div className="skeleton h-14 max-lg:hidden" />
      <div className="skeleton h-14 max-lg:hidden" />
      <div className="skeleton h-24 max-lg:hidden" />
      <div className="buy-bar">
        <div className="skeleton h-12 grow md:h-13" />
      </div>
    </div>
  );
}
