/** Amounts in whole francs, as people type them and as spreadsheets, suppliers and carriers write them. */
const CURRENCY = /^(?:xof|(?:f\.?\s?)?cfa)\s*|\s*(?:xof|(?:f\.?\s?)?cfa|francs?|frs|f)\.?$/gi;
const GROUPS_OF_THREE = /^\d{1,3}(?:[.,'’]\d{3})+$/;

/** «12 500», «12.500 F.CFA», «12'500,00 XOF» -> 12500; null for any other text, and for an amount with cents. */
export function parseFrancs(text: string): number | null {
  const amount = text
    .trim()
    .replace(CURRENCY, "")
    .replace(/\s/g, "")
    .replace(/[.,]00?$/, "");
  const digits = GROUPS_OF_THREE.test(amount) ? amount.replace(/\D/g, "") : amount;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
