/** The WhatsApp link that opens a chat with the shop, with an order message for a product. */
import { formatXof } from "#app/lib/format/money.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";

interface RequestedProduct {
  name: string;
  /** Francs. */
  price: number;
  /** The public URL of the product's page. */
  url: string;
}

export function whatsappOrderLink(shopNumber: string, { name, price, url }: RequestedProduct): string {
  return whatsappLink(
    shopNumber,
    `Bonjour, je souhaite commander : ${name}\nPrix : ${formatXof(price)}\n${url}`,
  );
}
