/** The skeleton of the checkout, shown until session and cart have loaded. */
export function CheckoutSkeleton() {
  return (
    <div
      role="status"
      aria-label="Chargement de la commande"
      className="grid items-start gap-6 lg:grid-cols-[1fr_400px]"
    >
      <div className="card grid gap-5 p-4 sm:grid-cols-2 sm:p-6">
        <div className="skeleton h-7 w-56 sm:col-span-2" />
        {["firstName", "lastName", "email", "phone"].map((field) => (
          <div key={field} className="skeleton h-17" />
        ))}
        <div className="skeleton h-24 sm:col-span-2" />
        <div className="skeleton h-17" />
        <div className="skeleton h-17" />
      </div>
      <div className="card grid gap-4 p-4 sm:p-6">
        <div className="skeleton h-7 w-40" />
        <div className="skeleton h-14" />
        <div className="skeleton h-14" />
        <div className="skeleton h-24" />
        <div className="skeleton h-13" />
      </div>
    </div>
  );
}
