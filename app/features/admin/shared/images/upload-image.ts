/**
 * Uploads an image file of a product or a category: validated, compressed, stripped of camera metadata such as the
 * location, and stored under a name of its own. The storage service validates type and size again; here it is
 * done so that nobody pays for an upload that will be rejected.
 */

import {
  NOT_ADMINISTRATOR_MESSAGE,
  SESSION_ENDED_MESSAGE,
} from "#app/features/admin/shared/mutations/error-messages.ts";
import { reencodeImage } from "#app/lib/images/compress-image.ts";
import { EMPTY_FILE, NOT_AN_IMAGE } from "#app/lib/images/file-errors.ts";
import { detectImageType } from "#app/lib/images/image-type.ts";
import { randomId } from "#app/lib/random-id.ts";
import { sendAsUser } from "#app/lib/supabase/supabase.client.ts";
import { getPublicUrl, UNREACHABLE, upload } from "#app/lib/supabase/upload.client.ts";

/** As defined in supabase/migrations/*_product_images.sql. */
const BUCKET = "product-pictures";
/** Graphics stay unchanged unless a JPEG is smaller; photographs are always re-encoded. */
const GRAPHIC_TYPES = ["image/png", "image/webp"];
const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 5 * MEGABYTE;
/** The limit before compression; a phone does not have the memory for larger files. */
const MAX_SOURCE_BYTES = 40 * MEGABYTE;
/** Every image has a new name, so a browser may cache it for a year. */
const CACHE_CONTROL = "max-age=31536000";

/** An image that is ready for upload and for retries. */
export interface PreparedImage {
  path: string;
  mimeType: string;
  body: Blob;
}

/** Resolves to a message when the file cannot be accepted. Rejects when the device cannot read it. */
export async function prepareImage(folder: string, file: File): Promise<PreparedImage | string> {
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

/** `isPermanent`: a retry of the same image would be rejected again. */
export type UploadResult = { ok: true; url: string } | { ok: false; message: string; isPermanent: boolean };

/** `onProgress` receives percentages. Never rejects. */
export async function uploadImage(
  { path, mimeType, body }: PreparedImage,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  const send = (token: string | null) =>
    upload({
      bucket: BUCKET,
      path,
      body,
      contentType: mimeType,
      cacheControl: CACHE_CONTROL,
      token,
      onProgress: (bytes) => onProgress(Math.round((100 * bytes) / body.size)),
      signal,
    });
  const status = await sendAsUser(send, (result) => result === 401).catch(() => UNREACHABLE);
  // 409: the image is already stored, since the response of an earlier attempt was lost. Nobody else knows
  // its id.
  if (status === 200 || status === 409) return { ok: true, url: getPublicUrl(BUCKET, path) };
  if (!signal.aborted) console.error(`admin: an image was not stored (${status})`);
  return {
    ok: false,
    message: statusMessages[status] ?? UPLOAD_FAILED_MESSAGE,
    isPermanent: status === 413 || status === 415,
  };
}

const UPLOAD_FAILED_MESSAGE = "L'envoi n'a pas abouti. Réessayez dans un instant.";

const statusMessages: Record<number, string> = {
  [UNREACHABLE]: "La connexion a été perdue. Réessayez quand elle revient.",
  401: SESSION_ENDED_MESSAGE,
  403: NOT_ADMINISTRATOR_MESSAGE,
  413: "Cette image dépasse 5 Mo.",
  415: "Le contenu de ce fichier n'est pas une image acceptée.",
  429: "Trop d'images viennent d'être envoyées. Réessayez dans quelques minutes.",
};
