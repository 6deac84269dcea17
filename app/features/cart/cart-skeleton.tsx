/** The skeleton of the cart page, shown until the stored cart has been read. */
export function CartSkeleton() {
  return (
    <div role="status" aria-label="Chargement du panier" className="grid gap-6 lg:grid-cols-aside">
      <div className="card divide-y divide-border">
        {["first", "second"].map((line) => (
          <div key={line} className="grid grid-cols-[72px_1fr] gap-4 p-4 sm:grid-cols-[96px_1fr]">
            <div className="skeleton aspect-square rounded-md" />
            <div className="grid content-start gap-3">
              <div className="skeleton h-5 w-3/4 rounded-sm" />
              <div className="skeleton h-4 w-28 rounded-sm" />
              <div className="skeleton h-11 w-36 rounded-md" />
            </div>
          </div>
        ))}
      </div>
      <div className="card grid content-start gap-4 p-6">
        <div className="skeleton h-6 w-36 rounded-sm" />
        <div className="skeleton h-20 rounded-md" />
        <div className="skeleton h-11 rounded-md" />
        <div className="skeleton h-11 rounded-md" />
      </div>
    </div>
  );
}
