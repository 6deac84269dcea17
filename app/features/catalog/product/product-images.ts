/** The images of a product in gallery order. */
import type { Product } from "./product.queries.ts";

/** That of the variant first, then the primary one, each URL once; empty for a product without images. */
export function listGalleryImages(
  { image, images }: Pick<Product, "image" | "images">,
  variantImage?: string | null,
): string[] {
  const primary = images.filter(({ is_primary }) => is_primary).map(({ image_url }) => image_url);
  const others = images.map(({ image_url }) => image_url);
  return [
    ...new Set([...(variantImage ? [variantImage] : []), ...primary, ...(image ? [image] : []), ...others]),
  ];
}
