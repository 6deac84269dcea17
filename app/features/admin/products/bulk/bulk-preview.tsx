/**
 * The preview of a bulk change: how many products change, the first of them, and what the database would
 * reject.
 */
import { Notice } from "#app/components/ui/notice.tsx";
import type { ListedProduct } from "#app/features/admin/products/list/products.queries.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { type BulkChange, type PlannedChange, planBulkChange } from "./bulk-change.ts";

/** Further lines are only counted. */
const MAX_SHOWN = 5;

export function BulkPreview({
  products,
  change,
}: {
  products: readonly ListedProduct[];
  change: BulkChange;
}) {
  const planned = products.map((product) => planBulkChange(product, change));
  const changed = planned.filter(({ isChanged }) => isChanged);
  const problems = planned.flatMap(({ problem }) => problem ?? []);
  return (
    <section aria-label="Aperçu" className="grid gap-2 text-sm">
      <p role="status" className="font-semibold">
        {changed.length === 0
          ? "Aucun produit ne changerait."
          : `${changed.length} sur ${products.length} ${changed.length === 1 ? "va" : "vont"} changer.`}
      </p>
      {problems.length > 0 && (
        <Notice variant="warning">
          <ul className="grid gap-1">
            {problems.slice(0, MAX_SHOWN).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
            {problems.length > MAX_SHOWN && <li>Et {problems.length - MAX_SHOWN} autres.</li>}
          </ul>
        </Notice>
      )}
      {changed.length > 0 && (
        <ul className="divide-y divide-border rounded-md border border-border">
          {changed.slice(0, MAX_SHOWN).map((plan) => (
            <PreviewLine key={plan.product.id} plan={plan} />
          ))}
          {changed.length > MAX_SHOWN && (
            <li className="px-3 py-2 text-muted">Et {changed.length - MAX_SHOWN} autres.</li>
          )}
        </ul>
      )}
    </section>
  );
}

function PreviewLine({ plan: { product, price, stock, endsOffer } }: { plan: PlannedChange<ListedProduct> }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
      <span className="min-w-0 break-words">{product.name}</span>
      <span className="ml-auto grid text-right tabular-nums">
        {price !== product.price && (
          <span>
            {formatXof(product.price)} → <strong>{formatXof(price)}</strong>
          </span>
        )}
        {endsOffer && <span className="text-muted">L'ancien prix disparaît</span>}
        {stock !== product.stock && (
          <span>
            Stock {product.stock} → <strong>{stock}</strong>
          </span>
        )}
      </span>
    </li>
  );
}
