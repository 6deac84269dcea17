/** The WhatsApp link that opens a chat with the shop, with an order message for a product. */
import { formatXof } from "#app/lib/format/money.ts";
import { formatShortQuantity, formatStepPrice, isSoldByUnit, type SoldBy } from "#app/lib/format/units.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";

interface RequestedProduct extends SoldBy {
  /** With the choices of a variant. */
  name: string;
  /** Of one step, in francs. */
  price: number;
  /** The public URL of the product's page, which chooses the variant. */
  url: string;
}

/** The message says the unit of what is not sold by the piece, and a quantity of more than one piece. */
export function whatsappOrderLink(shopNumber: string, item: RequestedProduct, quantity: number): string {
  const { name, price, url } = item;
  const isByUnit = isSoldByUnit(item);
  const lines = [
    `Bonjour, je souhaite commander : ${name}`,
    `Prix : ${isByUnit ? formatStepPrice(price, item) : formatXof(price)}`,
    (isByUnit || quantity > 1) && `Quantité : ${formatShortQuantity(quantity, item)}`,
    url,
  ];
  return whatsappLink(shopNumber, lines.filter(Boolean).join("\n"));
}
