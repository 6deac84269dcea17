/**
 * From a file on somebody's device to a picture of a product: checked, made lighter, rid of what the camera wrote into
 * it, such as the place, and stored under a name of its own. The storage service checks type and size again; here it
 * is so that nobody pays for sending what will be refused.
 */
import { pictureTypeOf } from "../../../lib/picture-type.ts";
import { randomId } from "../../../lib/random-id.ts";
import { redrawPhoto } from "../../../lib/shrink-photo.ts";
import { accessToken } from "../../../lib/supabase.client.ts";
import { publicFileAddress, UNREACHABLE, upload } from "../../../lib/upload.client.ts";

/** As supabase/migrations/*_product_files.sql has it. */
const BUCKET = "product-pictures";
/** What is drawn as such stays so unless a JPEG is lighter; photographs are drawn anew in any case. */
const DRAWN_TYPES = ["image/png", "image/webp"];
const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 5 * MEGABYTE;
/** Before it is made lighter; beyond this a phone has no memory for it. */
const MAX_PHOTO_BYTES = 40 * MEGABYTE;
/** Another picture has another name: a browser may keep it for a year. */
const CACHE_CONTROL = "max-age=31536000";

/** A picture that is ready to be sent, as often as it takes. */
export interface Picture {
  path: string;
  mimeType: string;
  body: Blob;
}

/** A sentence instead when the file cannot be taken. Rejects when the device cannot read it. */
export async function preparePicture(productId: string, file: File): Promise<Picture | string> {
  if (file.size === 0) return "Ce fichier est vide.";
  const type = await pictureTypeOf(file);
  if (!type) return "Ce n'est pas une image JPEG, PNG, WebP ou HEIC.";
  if (file.size > MAX_PHOTO_BYTES) return "Cette image dépasse 40 Mo.";
  const drawn = DRAWN_TYPES.includes(type.mimeType);
  const jpeg = await redrawPhoto(file);
  if (!jpeg && !drawn) {
    return "Votre navigateur ne sait pas lire cette image. Choisissez-la en JPEG, PNG ou WebP.";
  }
  const lighter = jpeg && (!drawn || jpeg.size < file.size) ? jpeg : null;
  const body = lighter ?? file;
  if (body.size > MAX_BYTES) return "Cette image dépasse 5 Mo, même réduite.";
  const extension = lighter ? "jpg" : type.extensions[0];
  return {
    path: `${productId}/${randomId()}.${extension}`,
    mimeType: lighter ? lighter.type : type.mimeType,
    body,
  };
}

/** `final`: the same picture would be refused again. */
export type Sent = { ok: true; address: string } | { ok: false; message: string; final: boolean };

/** `onProgress` gets percents. Never rejects. */
export async function sendPicture(
  { path, mimeType, body }: Picture,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<Sent> {
  const status = await upload({
    bucket: BUCKET,
    path,
    body,
    contentType: mimeType,
    cacheControl: CACHE_CONTROL,
    token: await accessToken().catch(() => null),
    onProgress: (bytes) => onProgress(Math.round((100 * bytes) / body.size)),
    signal,
  });
  // 409: it is there already, since the answer to an earlier try was lost. Nobody else knows the picture's id.
  if (status === 200 || status === 409) return { ok: true, address: publicFileAddress(BUCKET, path) };
  if (!signal.aborted) console.error(`office: a picture was not stored (${status})`);
  return { ok: false, message: refusals[status] ?? FAILURE, final: status === 413 || status === 415 };
}

const FAILURE = "L'envoi n'a pas abouti. Réessayez dans un instant.";

const refusals: Record<number, string> = {
  [UNREACHABLE]: "La connexion a été perdue. Réessayez quand elle revient.",
  401: "Votre session est terminée. Reconnectez-vous dans un autre onglet, puis réessayez.",
  403: "Vous n'avez pas les droits d'administrateur",
  413: "Cette image dépasse 5 Mo.",
  415: "Le contenu de ce fichier n'est pas une image acceptée.",
  429: "Trop d'images viennent d'être envoyées. Réessayez dans quelques minutes.",
};
