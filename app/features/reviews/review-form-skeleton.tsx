/** The skeleton of the form, shown until its code and the session have loaded. */
export function ReviewFormSkeleton() {
  return (
    <div role="status" aria-label="Chargement du formulaire" className="card grid gap-4 p-5">
      <div className="skeleton h-11 w-56" />
      <div className="skeleton h-11" />
      <div className="skeleton h-11" />
      <div className="skeleton h-36" />
    </div>
  );
}
