/** /admin/orders/:id: one order with its history, and the actions that follow from its stage. */
import Printer from "lucide-react/icons/printer";
import { Link, useRevalidator } from "react-router";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { buttonClass } from "#app/components/ui/button.tsx";
import { ChangeLinks } from "#app/features/admin/orders/change-links.tsx";
import { findOrderFile, type OrderFile } from "#app/features/admin/orders/events/order-file.queries.ts";
import { OrderFileView } from "#app/features/admin/orders/events/order-file-view.tsx";
import { useRecordEvent } from "#app/features/admin/orders/events/use-record-event.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { ORDER_LOAD_ERROR } from "#app/features/admin/shared/mutations/error-messages.ts";
import { RowResult } from "#app/features/admin/shared/row-result.tsx";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { ORDER_NOT_FOUND } from "#app/lib/error-messages.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/order";

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  const file = loaderData?.result.ok && loaderData.result.value;
  const title = file ? `Commande ${file.order.number}` : "Commande";
  return adminMeta(matches, `/admin/orders/${params.id}`, title);
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { result: await toResult("order", findOrderFile(getSupabase(), params.id)) };
}

export default function OrderPage({ loaderData: { result } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useRealtimeRevalidation(["orders"], revalidate);
  return (
    <RowResult
      result={result}
      errorMessage={ORDER_LOAD_ERROR}
      notFoundMessage={ORDER_NOT_FOUND}
      list={{ path: "/admin/orders", label: "Toutes les commandes" }}
    >
      {(file) => <OpenedOrder key={file.order.id} file={file} onRecorded={revalidate} />}
    </RowResult>
  );
}

function OpenedOrder({ file, onRecorded }: { file: OrderFile; onRecorded(): Promise<void> }) {
  const { shop_name: shopName } = useShop();
  const recorder = useRecordEvent(onRecorded);
  return (
    <OrderFileView
      shopName={shopName}
      file={file}
      recorder={recorder}
      buttons={
        <>
          <Link to={`/admin/orders/${file.order.id}/slip`} className={buttonClass("outline")}>
            <Printer aria-hidden size={16} />
            Bon de livraison
          </Link>
          <ChangeLinks order={file.order} />
        </>
      }
    />
  );
}
