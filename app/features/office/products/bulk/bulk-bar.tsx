/** What can be done with the products that were chosen. It stays in sight while the list goes by. */
import { BusyButton } from "../../../../components/ui/busy-button.tsx";

interface BulkBarProps {
  /** How many are chosen, also on other pages. */
  count: number;
  /** How many the filters find, when they can all be chosen; else null. */
  choosable: number | null;
  /** While all of them are being fetched. */
  busy: boolean;
  onChooseAll(): void;
  onChange(): void;
  onClear(): void;
}

export function BulkBar({ count, choosable, busy, onChooseAll, onChange, onClear }: BulkBarProps) {
  return (
    <section
      aria-label="Produits choisis"
      className="desk-bulk card sticky bottom-3 z-10 flex flex-wrap items-center gap-2 p-3 shadow-lg"
    >
      <p role="status" className="mr-auto text-sm font-semibold">
        {count === 1 ? "1 produit choisi" : `${count} produits choisis`}
      </p>
      {choosable !== null && (
        <BusyButton type="button" className="btn btn-outline max-sm:grow" busy={busy} onClick={onChooseAll}>
          Choisir les {choosable}
        </BusyButton>
      )}
      <button type="button" className="btn btn-outline max-sm:grow" onClick={onClear}>
        Ne plus choisir
      </button>
      <button type="button" className="btn btn-primary max-sm:grow" onClick={onChange}>
        Modifier
      </button>
    </section>
  );
}
