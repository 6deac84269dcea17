/**
 * The images of a product in its form. Every change renumbers the positions from 0, and exactly one image is
 * the primary one as long as there is any.
 */

export interface ProductImage {
  image_url: string;
  is_primary: boolean;
  display_order: number;
}

/** Appends an image; the first one becomes the primary one. */
export function addImage(images: readonly ProductImage[], image_url: string): ProductImage[] {
  return normalizeImages([...images, { image_url, is_primary: images.length === 0 }]);
}

/** When the primary image is removed, the first of the others becomes the primary one. */
export function removeImage(images: readonly ProductImage[], index: number): ProductImage[] {
  return normalizeImages(images.filter((_, other) => other !== index));
}

/** Moves an image one position up (-1) or down (1); beyond the ends nothing happens. */
export function moveImage(images: readonly ProductImage[], index: number, by: -1 | 1): ProductImage[] {
  const moved = images[index];
  const other = images[index + by];
  if (!moved || !other) return [...images];
  return normalizeImages(images.with(index, other).with(index + by, moved));
}

export function setPrimaryImage(images: readonly ProductImage[], index: number): ProductImage[] {
  return images.map((image, other) => ({ ...image, is_primary: other === index }));
}

/** Normalizes the stored images for the form. */
export function normalizeImages(images: readonly Omit<ProductImage, "display_order">[]): ProductImage[] {
  const primary = Math.max(
    images.findIndex(({ is_primary }) => is_primary),
    0,
  );
  return images.map(({ image_url }, index) => ({
    image_url,
    is_primary: index === primary,
    display_order: index,
  }));
}
