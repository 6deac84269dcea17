/** The links to what can still be changed in an order; nothing for one on the road, and for a role without the right. */
import Pencil from "lucide-react/icons/pencil";
import Split from "lucide-react/icons/split";
import { Link } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { isChangeable } from "#app/features/admin/shared/is-changeable.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";

type ChangeLinksProps = { order: Parameters<typeof isChangeable>[0] & { id: string } };

export function ChangeLinks({ order }: ChangeLinksProps) {
  const mayChange = useRight("orders.change");
  if (!mayChange || !isChangeable(order)) return null;
  return (
    <>
      <Link to={`/admin/orders/${order.id}/edit`} className={buttonClass("outline")}>
        <Pencil aria-hidden size={16} />
        Modifier
      </Link>
      <Link to={`/admin/orders/${order.id}/split`} className={buttonClass("outline")}>
        <Split aria-hidden size={16} />
        Livrer en deux fois
      </Link>
    </>
  );
}
