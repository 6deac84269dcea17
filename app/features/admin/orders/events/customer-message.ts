/** The text of a WhatsApp message to an order's customer, which follows from the stage. */
import type { AdminOrder } from "#app/features/admin/orders/admin-order.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatDeliveryDay } from "#app/lib/models/delivery-days.ts";
import { getOutstandingAmount } from "./event-order.ts";

type MessageOrder = Pick<
  AdminOrder,
  | "customer_name"
  | "number"
  | "stage"
  | "status"
  | "total_amount"
  | "credited_amount"
  | "paid_amount"
  | "delivery_day"
  | "delivery_half"
  | "pickup_point_name"
>;

export function buildCustomerMessage(order: MessageOrder, shopName: string): string {
  return `Bonjour ${order.customer_name}, ici ${shopName}. ${getBody(order)}`;
}

function getBody(order: MessageOrder): string {
  const { number, stage, total_amount, pickup_point_name } = order;
  const outstanding = formatXof(Math.max(getOutstandingAmount(order), 0));
  switch (stage) {
    case "to_confirm":
      return `Nous avons bien reçu votre commande ${number} de ${formatXof(total_amount)}, ${getDelivery(order)}. Pouvez-vous la confirmer en répondant OUI ? Merci.`;
    case "confirmed":
      return `Votre commande ${number} est confirmée, ${getDelivery(order)}. Montant à préparer : ${outstanding}. Merci.`;
    case "prepared":
      return pickup_point_name
        ? `Votre commande ${number} vous attend : ${pickup_point_name}. Montant à préparer : ${outstanding}. Merci.`
        : `Votre commande ${number} est prête, ${getDelivery(order)}. Montant à préparer : ${outstanding}. Merci.`;
    case "on_road":
      return `Votre commande ${number} est en route. Montant à préparer : ${outstanding}. Merci.`;
    default:
      return order.status === "processing"
        ? `Il reste ${outstanding} à régler pour votre commande ${number}. Merci.`
        : `Nous vous écrivons au sujet de votre commande ${number}.`;
  }
}

function getDelivery({
  delivery_day,
  delivery_half,
  pickup_point_name,
}: Pick<MessageOrder, "delivery_day" | "delivery_half" | "pickup_point_name">): string {
  if (pickup_point_name) return `à retirer : ${pickup_point_name}`;
  return delivery_day
    ? `livraison ${formatDeliveryDay(delivery_day, delivery_half)}`
    : "livraison dès que possible";
}
