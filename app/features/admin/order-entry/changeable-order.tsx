/** An order as far as it can still be changed, or why it cannot. */
import type { ReactNode } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import { isChangeable } from "#app/features/admin/shared/is-changeable.ts";
import { RowResult } from "#app/features/admin/shared/row-result.tsx";
import type { Result } from "#app/lib/result.ts";
import type { OrderToChange } from "./staff-orders.queries.ts";

interface ChangeableOrderProps {
  result: Result<OrderToChange | null>;
  children(order: OrderToChange): ReactNode;
}

export function ChangeableOrder({ result, children }: ChangeableOrderProps) {
  return (
    <RowResult
      result={result}
      errorMessage="Impossible de charger cette commande"
      notFoundMessage="Cette commande n'existe pas ou plus."
      list={{ path: "/admin/orders", label: "Commandes" }}
    >
      {(order) => {
        if (!isChangeable(order)) {
          return (
            <Notice variant="warning">
              La commande {order.number} est en route, livrée ou annulée : elle ne se modifie plus.
            </Notice>
          );
        }
        return children(order);
      }}
    </RowResult>
  );
}
