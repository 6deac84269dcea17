/** The pictures of a product in the order of its gallery. */
import type { Product } from "./catalog.types.ts";

/** The primary picture first, each address once; empty when the product has none. */
export function galleryPictures({ image, images }: Pick<Product, "image" | "images">): string[] {
  const primary = images.filter(({ is_primary }) => is_primary).map(({ image_url }) => image_url);
  const others = images.map(({ image_url }) => image_url);
  return [...new Set([...primary, ...(image ? [image] : []), ...others])];
}
