/** The loading state of the product form. */
export function ProductFormSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <p className="text-sm text-ink-soft">Chargement...</p>
      <div className="grid gap-5 lg:grid-cols-[1fr_380px]">
        <div className="skeleton h-[480px] rounded-lg" />
        <div className="skeleton h-64 rounded-lg" />
      </div>
    </div>
  );
}
