/** Links that open a WhatsApp chat. */
import { normalizePhone } from "./phone.ts";

/**
 * A chat with `phone`, written as people write it, and `text` already in the message field. wa.me takes the
 * digits only, with the country's code.
 */
export function whatsappLink(phone: string, text: string): string {
  const digits = normalizePhone(phone).replace(/\D/g, "");
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}
