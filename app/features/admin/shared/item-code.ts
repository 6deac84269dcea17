/** Whether a typed or scanned code names what is sold. The case of a reference says nothing, as in the database. */

interface Referenced {
  reference: string | null;
}

export function hasReference({ reference }: Referenced, code: string): boolean {
  return reference !== null && toKey(reference) === toKey(code);
}

export function isNamedBy(item: Referenced & { barcode: string | null }, code: string): boolean {
  return hasReference(item, code) || (item.barcode !== null && toKey(item.barcode) === toKey(code));
}

const toKey = (code: string) => code.trim().toLowerCase();
