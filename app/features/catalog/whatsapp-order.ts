/** The message with which a shopper asks for a product in the shop's WhatsApp chat. */
import { formatXof } from "../../lib/money.ts";
import { whatsappLink } from "../../lib/whatsapp.ts";

interface AskedProduct {
  name: string;
  /** Francs. */
  price: number;
  /** Public address of the product's page. */
  url: string;
}

export function whatsappOrderLink(shopNumber: string, { name, price, url }: AskedProduct): string {
  return whatsappLink(
    shopNumber,
    `Bonjour, je souhaite commander : ${name}\nPrix : ${formatXof(price)}\n${url}`,
  );
}
