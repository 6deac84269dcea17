/** Links that open a WhatsApp chat. */

/**
 * The link to a chat with `phone`, a number with its country code; `text` is prefilled in the message field.
 */
export function whatsappLink(phone: string, text: string): string {
  const digits = phone.replace(/\D/g, "");
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}

/** The link to a chat with the shop, with the beginning of a question. */
export function whatsappShopLink(whatsapp: string): string {
  return whatsappLink(whatsapp, "Bonjour, j'ai une question.");
}
