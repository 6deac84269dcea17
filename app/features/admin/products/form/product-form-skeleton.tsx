/** The loading state of the product form. */
export function ProductFormSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <p className="text-sm text-muted">Chargement...</p>
      <div className="grid gap-5 lg:grid-cols-[1fr_380px]">
        <div className="skeleton h-120 rounded-lg" />
        <div className="skeleton h-64 rounded-lg" />
      </div>
    </div>
  );
}
