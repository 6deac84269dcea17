/** The address of a product's page says which variant is shown. */
import { redirect } from "react-router";
import { getPageUrl } from "#app/lib/pages/page-url.ts";
import { findNamedVariant, type ProductVariants, UNKNOWN_VARIANT, VARIANT_PARAM } from "./variant-choice.ts";

/**
 * Throws the redirect to the address of the variant that is shown when that of the request names it in other words, or
 * names none. A page of each text that somebody writes would be stored otherwise.
 */
export function redirectToShownVariant(request: Request, variants: ProductVariants | null): void {
  const url = getPageUrl(request);
  const named = url.searchParams.get(VARIANT_PARAM);
  if (named === null) return;
  const shown = variants && named.trim() !== "" ? toAddressText(variants, named) : null;
  if (shown === named) return;
  if (shown === null) url.searchParams.delete(VARIANT_PARAM);
  else url.searchParams.set(VARIANT_PARAM, shown);
  // The variant may come later, so browsers ask again each time.
  throw redirect(url.pathname + url.search, { headers: { "cache-control": "no-cache" } });
}

function toAddressText({ variants }: ProductVariants, named: string): string {
  if (variants.some(({ id }) => id === named)) return named;
  return findNamedVariant(variants, named)?.key ?? UNKNOWN_VARIANT;
}
