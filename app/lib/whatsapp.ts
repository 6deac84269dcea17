/** Links that open a WhatsApp chat. */

/** A chat with `phone`, a number with its country's code, and `text` already in the message field. */
export function whatsappLink(phone: string, text: string): string {
  const digits = phone.replace(/\D/g, "");
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}
