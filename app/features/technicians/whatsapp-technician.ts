/**
 * The chat in which a visitor asks for a technician: the shop's own, since a technician's number is for
 * administrators alone. These write to the technician.
 */
import { normalizePhone } from "../../lib/phone.ts";
import { whatsappLink } from "../../lib/whatsapp.ts";
import type { Technician } from "./technician.types.ts";

/** Null where there is nobody to write to: the technician has no phone, or the shop no number. */
export function whatsappTechnicianLink(
  { name, specialty, has_phone }: Pick<Technician, "name" | "specialty" | "has_phone">,
  { shopNumber, ownNumber, url }: { shopNumber: string; ownNumber: string | null; url: string },
): string | null {
  if (!has_phone) return null;
  if (ownNumber) return whatsappLink(normalizePhone(ownNumber), `Bonjour ${name},`);
  if (!shopNumber) return null;
  return whatsappLink(
    shopNumber,
    `Bonjour, je souhaite être mis en relation avec ${name} (${specialty}).\n${url}`,
  );
}
