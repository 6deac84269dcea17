/**
 * Makes a photo light enough for a network that is paid by the megabyte: what a phone takes has ten times the pixels
 * that a seller needs to recognise a part. What the camera wrote into the file, such as the place, stays behind too.
 */

/** Of the longer side, in pixels. */
const MAX_SIDE = 1600;
const QUALITY = 0.8;

/** A JPEG, or null when this browser cannot read the picture or it would not get lighter. */
export async function shrinkPhoto(photo: Blob): Promise<Blob | null> {
  const jpeg = await redrawPhoto(photo);
  return jpeg && jpeg.size < photo.size ? jpeg : null;
}

/** A JPEG in any case, which says nothing of where it was taken; null when this browser cannot read the picture. */
export async function redrawPhoto(photo: Blob): Promise<Blob | null> {
  const bitmap = await decode(photo);
  if (!bitmap) return null;
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  // JPEG has no transparency: what is clear in a PNG would come out black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

async function decode(photo: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(photo);
  } catch {
    return null;
  }
}
