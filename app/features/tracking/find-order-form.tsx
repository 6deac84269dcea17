/** Finds an order by its number and the telephone it was placed with, and opens its page. */
import { type SubmitEvent, useState } from "react";
import { useNavigate } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { PhoneField } from "#app/components/ui/forms/person-fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { isPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { INVALID_PHONE } from "#app/lib/forms/validation-messages.ts";
import { getTrackingPath } from "#app/lib/models/tracking-path.ts";
import { CONNECTION_LOST } from "./connection-lost.ts";

interface FieldErrors {
  number?: string;
  phone?: string;
}

export function FindOrderForm() {
  const navigate = useNavigate();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const fields = new FormData(event.currentTarget);
    const [number, phone] = [String(fields.get("number")), String(fields.get("phone"))];
    const invalid: FieldErrors = {
      ...(!/\d/.test(number) && { number: "Numéro de commande requis" }),
      ...(!isPhone(phone) && { phone: INVALID_PHONE }),
    };
    setErrors(invalid);
    setMessage(null);
    const [wrong] = Object.keys(invalid);
    // An error is read with its field.
    if (wrong) return event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    setBusy(true);
    try {
      const { findOrderToken } = await import("./tracking.mutations.ts");
      const found = await findOrderToken(number, normalizePhone(phone));
      switch (found.kind) {
        case "found":
          await navigate(getTrackingPath(found.token));
          break;
        case "unknown":
          setMessage("Aucune commande n'a ce numéro et ce téléphone. Vérifiez les deux.");
          break;
        case "error":
          setMessage(found.message);
      }
    } catch (failure) {
      console.error("tracking: the search could not be loaded", failure);
      setMessage(CONNECTION_LOST);
    }
    setBusy(false);
  }

  return (
    <form noValidate method="post" onSubmit={submit} className="needs-script grid gap-4">
      <TextField
        label="Numéro de commande"
        name="number"
        placeholder="ORD-123456"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.number}
      />
      <PhoneField name="phone" hint="Celui que vous avez donné en commandant." error={errors.phone} />
      {message && (
        <Notice variant="error" role="alert">
          {message}
        </Notice>
      )}
      <BusyButton variant="primary" type="submit" busy={busy} className="w-full">
        {busy ? "Recherche..." : "Voir ma commande"}
      </BusyButton>
    </form>
  );
}
