/**
 * Compresses photos, because visitors pay for their network by the megabyte, and the photo of a phone has ten
 * times the pixels that a seller needs to recognise a part. The metadata of the camera, such as the location,
 * is removed as well.
 */

/** Length of the longer side, in pixels. */
const MAX_SIDE = 1600;
const QUALITY = 0.8;

/** A JPEG, or null when this browser cannot decode the image or the result would not be smaller. */
export async function compressImage(photo: Blob): Promise<Blob | null> {
  const jpeg = await reencodeImage(photo);
  return jpeg && jpeg.size < photo.size ? jpeg : null;
}

/** A JPEG even if it is larger, without the location of the photo; null when this browser cannot decode it. */
export async function reencodeImage(
  photo: Blob,
  { maxSide, quality } = { maxSide: MAX_SIDE, quality: QUALITY },
): Promise<Blob | null> {
  const bitmap = await decodeImage(photo);
  if (!bitmap) return null;
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  // JPEG has no transparency: the transparent parts of a PNG would become black.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}

async function decodeImage(photo: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(photo);
  } catch {
    return null;
  }
}
