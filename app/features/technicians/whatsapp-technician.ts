/**
 * The WhatsApp link to contact a technician: to the shop's chat, since technicians' numbers are for
 * administrators only; for administrators to the technician's own.
 */
import { normalizePhone } from "#app/lib/format/phone.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import type { Technician } from "./technician.types.ts";

/** Null when the technician has no phone, or the shop no number. */
export function whatsappTechnicianLink(
  { name, specialty, has_phone }: Pick<Technician, "name" | "specialty" | "has_phone">,
  { shopNumber, technicianNumber, url }: { shopNumber: string; technicianNumber: string | null; url: string },
): string | null {
  if (!has_phone) return null;
  if (technicianNumber) return whatsappLink(normalizePhone(technicianNumber), `Bonjour ${name},`);
  if (!shopNumber) return null;
  return whatsappLink(
    shopNumber,
    `Bonjour, je souhaite être mis en relation avec ${name} (${specialty}).\n${url}`,
  );
}
