/** Prepares the photo of a return: a phone's photo is made smaller, and loses its location. */
import { reencodeImage } from "#app/lib/images/compress-image.ts";
import { EMPTY_FILE, NOT_AN_IMAGE } from "#app/lib/images/file-errors.ts";
import { detectImageType } from "#app/lib/images/image-type.ts";

/** The limit of the bucket. */
const MAX_BYTES = 5 * 1024 * 1024;
/** What the bucket takes when this browser cannot make the photo smaller. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

export interface ReturnPhoto {
  body: Blob;
  mimeType: string;
  extension: string;
}

/** The photo, ready for the upload, or a message for the customer. Rejects when the device cannot read the file. */
export async function prepareReturnPhoto(file: File): Promise<ReturnPhoto | string> {
  if (file.size === 0) return EMPTY_FILE;
  const type = await detectImageType(file);
  if (!type) return NOT_AN_IMAGE;
  const smaller = await reencodeImage(file);
  const body = smaller ?? file;
  const mimeType = smaller ? "image/jpeg" : type.mimeType;
  const extension = EXTENSIONS[mimeType];
  if (!extension) return NOT_AN_IMAGE;
  if (body.size > MAX_BYTES) return "Cette photo dépasse 5 Mo. Choisissez-en une plus légère.";
  return { body, mimeType, extension };
}
