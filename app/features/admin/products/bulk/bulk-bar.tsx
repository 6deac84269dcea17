/** The actions for the selected products. The bar is sticky. */

import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";

interface BulkBarProps {
  /** The number of selected products, also on other pages. */
  count: number;
  /** The number of products that match the filters, when all of them can be selected; else null. */
  selectableCount: number | null;
  /** True while all of them are being loaded. */
  busy: boolean;
  onSelectAll(): void;
  onEdit(): void;
  onClear(): void;
}

export function BulkBar({ count, selectableCount, busy, onSelectAll, onEdit, onClear }: BulkBarProps) {
  return (
    <section
      aria-label="Produits choisis"
      className="admin-bulk-bar card sticky bottom-3 z-10 flex flex-wrap items-center gap-2 p-3 shadow-lg"
    >
      <p role="status" className="mr-auto text-sm font-semibold">
        {count === 1 ? "1 produit choisi" : `${count} produits choisis`}
      </p>
      {selectableCount !== null && (
        <BusyButton variant="outline" className="max-sm:grow" busy={busy} onClick={onSelectAll}>
          Choisir les {selectableCount}
        </BusyButton>
      )}
      <Button variant="outline" className="max-sm:grow" onClick={onClear}>
        Ne plus choisir
      </Button>
      <Button variant="primary" className="max-sm:grow" onClick={onEdit}>
        Modifier
      </Button>
    </section>
  );
}
