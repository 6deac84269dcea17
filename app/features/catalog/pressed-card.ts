/**
 * The product of the card that was pressed last: the skeleton of its page shows what the card knew of it while the
 * page is loading.
 */
import type { CardProduct } from "#app/lib/models/card-product.ts";

/**
 * On a phone a card is about 160 px wide; declaring 106 px makes screens of up to triple density load the 320
 * px file, with no visible loss, instead of the 640 px file, which weighs twice as much. The skeleton shows the same
 * file.
 */
export const CARD_IMAGE_SIZES = "(max-width: 767px) 106px, 240px";

let pressed: CardProduct | null = null;

export function setPressedCard(product: CardProduct): void {
  pressed = product;
}

/** Null when the path is not that of the product: the visitor came by another link. */
export function getPressedCard(pathname: string): CardProduct | null {
  return pressed && pathname === `/product/${pressed.slug}` ? pressed : null;
}
