/** The notice that somebody else changed the order meanwhile: what it holds now, and the ways to continue. */
import { Link } from "react-router";
import { ConflictNotice, VersionConflict } from "#app/components/admin/edit-conflict.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { isChangeable } from "#app/features/admin/shared/is-changeable.ts";
import { getOrderStageLabel } from "#app/features/admin/shared/labels/order-stages.ts";
import { listOrderChanges } from "./order-differences.ts";
import type { OrderToChange } from "./staff-orders.queries.ts";

interface OrderConflictProps {
  /** The database's words, with the name of who changed it. */
  title: string;
  base: OrderToChange;
  newer: OrderToChange;
  onAcceptTheirs(): void;
  onKeepMine(): void;
}

export function OrderConflict({ title, base, newer, onAcceptTheirs, onKeepMine }: OrderConflictProps) {
  if (!isChangeable(newer)) {
    return (
      <ConflictNotice
        title={`${title} : ${getOrderStageLabel(newer.stage)}. Elle ne se modifie plus.`}
        actions={
          <Link to={`/admin/orders/${newer.id}`} className={buttonClass("outline")}>
            Voir la commande
          </Link>
        }
      />
    );
  }
  return (
    <VersionConflict
      title={title}
      changes={listOrderChanges(base, newer)}
      onAcceptTheirs={onAcceptTheirs}
      onKeepMine={onKeepMine}
    />
  );
}
