/**
 * The pictures of a product as its form keeps them. After every change the places are numbered anew from 0, and
 * exactly one picture is the primary one as long as there is any.
 */

export interface ProductImage {
  image_url: string;
  is_primary: boolean;
  display_order: number;
}

/** At the end; the first one of all becomes the primary one. */
export function addImage(images: readonly ProductImage[], image_url: string): ProductImage[] {
  return inOrder([...images, { image_url, is_primary: images.length === 0 }]);
}

/** When the primary one goes, the first of the others takes its place. */
export function removeImage(images: readonly ProductImage[], index: number): ProductImage[] {
  return inOrder(images.filter((_, other) => other !== index));
}

/** One place up (-1) or down (1); beyond the ends nothing happens. */
export function moveImage(images: readonly ProductImage[], index: number, by: -1 | 1): ProductImage[] {
  const moved = images[index];
  const other = images[index + by];
  if (!moved || !other) return [...images];
  return inOrder(images.with(index, other).with(index + by, moved));
}

export function setPrimaryImage(images: readonly ProductImage[], index: number): ProductImage[] {
  return images.map((image, other) => ({ ...image, is_primary: other === index }));
}

/** Whatever the database holds, as the form wants it. */
export function inOrder(images: readonly Omit<ProductImage, "display_order">[]): ProductImage[] {
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
