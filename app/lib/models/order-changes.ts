/** What a change of an order changed, in words: for the letter to its customer, and for the history that the staff read. */

const FIELD_LABELS = new Map([
  ["customer_name", "le nom"],
  ["customer_phone", "le numéro de téléphone"],
  ["address", "le lieu de livraison"],
  ["delivery_day", "le jour de livraison"],
  ["fee", "les frais de livraison"],
  ["discount", "la remise"],
  ["payment_method", "le mode de paiement"],
  ["notes", "la note"],
]);

/** «le nom, le jour de livraison», of the names that the database gives them; empty for none. */
export function describeChangedFields(fields: readonly string[]): string {
  return fields.flatMap((field) => FIELD_LABELS.get(field) ?? []).join(", ");
}
