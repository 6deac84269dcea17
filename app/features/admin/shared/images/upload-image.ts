/**
 * Uploads an image file of a product or a category: validated, compressed, stripped of camera metadata such as the
 * location, and stored under a name of its own. The storage service validates type and size again; here it is
 * done so that nobody pays for an upload that will be rejected.
 */

import { reencodeImage } from "#app/lib/images/compress-image.ts";
import { EMPTY_FILE, NOT_AN_IMAGE } from "#app/lib/images/file-errors.ts";
import { detectImageType } from "#app/lib/images/image-type.ts";
import { randomId } from "#app/lib/random-id.ts";
import { type BucketMessages, type PreparedFile, sendFile, type UploadResult } from "./send-file.ts";

/** As defined in supabase/migrations/*_product_images.sql. */
const BUCKET = "product-pictures";
/** Graphics stay unchanged unless a JPEG is smaller; photographs are always re-encoded. */
const GRAPHIC_TYPES = ["image/png", "image/webp"];
const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 5 * MEGABYTE;
/** The limit before compression; a phone does not have the memory for larger files. */
const MAX_SOURCE_BYTES = 40 * MEGABYTE;
/** Resolves to a message when the file cannot be accepted. Rejects when the device cannot read it. */
export async function prepareImage(folder: string, file: File): Promise<PreparedFile | string> {
  if (file.size === 0) return EMPTY_FILE;
  const type = await detectImageType(file);
  if (!type) return NOT_AN_IMAGE;
  if (file.size > MAX_SOURCE_BYTES) return "Cette image dépasse 40 Mo.";
  const isGraphic = GRAPHIC_TYPES.includes(type.mimeType);
  const jpeg = await reencodeImage(file);
  if (!jpeg && !isGraphic) {
    return "Votre navigateur ne sait pas lire cette image. Choisissez-la en JPEG, PNG ou WebP.";
  }
  const smaller = jpeg && (!isGraphic || jpeg.size < file.size) ? jpeg : null;
  const body = smaller ?? file;
  if (body.size > MAX_BYTES) return "Cette image dépasse 5 Mo, même réduite.";
  const extension = smaller ? "jpg" : type.extensions[0];
  return {
    path: `${folder}/${randomId()}.${extension}`,
    mimeType: smaller ? smaller.type : type.mimeType,
    body,
  };
}

/** As `sendFile`. */
export function uploadImage(
  image: PreparedFile,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  return sendFile(BUCKET, messages, image, onProgress, signal);
}

const messages: BucketMessages = {
  413: "Cette image dépasse 5 Mo.",
  415: "Le contenu de ce fichier n'est pas une image acceptée.",
  429: "Trop d'images viennent d'être envoyées. Réessayez dans quelques minutes.",
};
