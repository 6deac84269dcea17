/** The lines of an order that is entered or changed: quantities, discounts, and what is in stock. */
import { DeleteRowButton } from "#app/components/admin/row-actions.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatQuantity, formatStepPrice, isSoldByUnit } from "#app/lib/format/units.ts";
import { parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import type { StaffOrderLine } from "./staff-order.ts";
import type { PreviewState } from "./use-preview.ts";

interface OrderLinesProps {
  lines: readonly StaffOrderLine[];
  state: Pick<PreviewState, "preview" | "unsold">;
  onChange(lines: StaffOrderLine[]): void;
}

export function OrderLines({ lines, state: { preview, unsold }, onChange }: OrderLinesProps) {
  if (lines.length === 0) return <p className="text-sm text-muted">Aucun article pour le moment.</p>;
  return (
    <ul aria-label="Articles" className="grid divide-y divide-border border-y border-border">
      {lines.map((line, index) => {
        const known = preview?.lines.find(({ id, position }) =>
          line.position === null ? id === line.id : position === line.position,
        );
        return (
          <Line
            key={line.position ?? line.id}
            line={line}
            price={known?.unit_price ?? line.unit_price}
            available={known?.available ?? null}
            isSold={line.position !== null || line.id === null || !unsold.includes(line.id)}
            onChange={(values) => onChange(lines.with(index, { ...line, ...values }))}
            onRemove={() => onChange(lines.filter((each) => each !== line))}
          />
        );
      })}
    </ul>
  );
}

interface LineProps {
  line: StaffOrderLine;
  /** Of one step: that of the quantity and of the customer, once it is known. */
  price: number;
  /** The steps that the order can have; null until it is known. */
  available: number | null;
  isSold: boolean;
  onChange(values: Partial<StaffOrderLine>): void;
  onRemove(): void;
}

function Line({ line, price, available, isSold, onChange, onRemove }: LineProps) {
  const { name, image, quantity, discount, sold_by } = line;
  const isUnitShown = isSoldByUnit(sold_by);
  const pieces = parseWholeNumber(quantity) || 0;
  const isShort = available !== null && pieces > available;
  return (
    <li className="grid gap-2 py-3 sm:grid-cols-[1fr_auto] sm:items-start sm:gap-4">
      <div className="grid grid-cols-[40px_1fr_auto] items-start gap-x-3">
        <Image url={image} alt="" sizes="40px" className="rounded-md" />
        <span className="min-w-0 text-sm">
          <span className="block font-medium break-words">{name}</span>
          {!isSold && <span className="block font-medium text-danger">N'est plus en vente : retirez-le</span>}
          <span className="text-muted tabular-nums">
            {isUnitShown ? formatStepPrice(price, sold_by) : formatXof(price)}
            {available !== null &&
              ` · ${isUnitShown ? formatQuantity(available, sold_by) : available} disponible${available > 1 ? "s" : ""}`}
          </span>
        </span>
        <DeleteRowButton label={`Retirer ${name}`} onDelete={onRemove} />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:w-64">
        <TextField
          label="Quantité"
          aria-label={`Quantité de ${name}`}
          inputMode="numeric"
          autoComplete="off"
          value={quantity}
          hint={isUnitShown && pieces > 0 ? formatQuantity(pieces, sold_by) : undefined}
          error={
            isShort ? `${isUnitShown ? formatQuantity(available, sold_by) : available} en stock` : undefined
          }
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
        <TextField
          label="Remise (XOF)"
          aria-label={`Remise sur ${name} (XOF)`}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          value={discount}
          onChange={(event) => onChange({ discount: event.target.value })}
        />
      </div>
    </li>
  );
}
