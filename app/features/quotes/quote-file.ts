/** Prepares a chosen file for the upload: validates it, compresses photos, and assigns its storage path. */

import { compressImage } from "#app/lib/images/compress-image.ts";
import { EMPTY_FILE, NOT_AN_IMAGE } from "#app/lib/images/file-errors.ts";
import { SIGNATURE_BYTES } from "#app/lib/images/image-type.ts";
import { randomId } from "#app/lib/random-id.ts";
import type { QuoteKind } from "#app/lib/supabase/database.types.ts";
import { detectFileType } from "./file-type.ts";

/** The storage bucket's limit (supabase/migrations/*_quotes.sql). */
const MAX_BYTES = 10 * 1024 * 1024;
/** A photo may be larger before its compression; beyond this a phone runs out of memory decoding it. */
const MAX_PHOTO_BYTES = 40 * 1024 * 1024;
const MAX_NAME_LENGTH = 255;
const MAX_STORED_NAME_LENGTH = 60;

/** A prepared file, which can be sent as often as needed. */
export interface QuoteFile {
  /** Generated here, so that a retry belongs to the same quote. */
  id: string;
  kind: QuoteKind;
  /** The file's name on the visitor's device. */
  name: string;
  /** The path in the storage bucket. */
  path: string;
  mimeType: string;
  body: Blob;
  /** The size before the compression. */
  originalBytes: number;
}

/**
 * The file, ready for the upload, or a message for the visitor when it is not acceptable. Rejects when the
 * device cannot read the file.
 */
export async function prepareQuoteFile(kind: QuoteKind, file: File): Promise<QuoteFile | string> {
  if (file.size === 0) return EMPTY_FILE;
  if (file.name.length > MAX_NAME_LENGTH)
    return "Le nom de ce fichier est trop long. Renommez-le, puis réessayez.";
  const head = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  const type = detectFileType(kind, file.name, head);
  if (type === "unknown") return errorMessages.type[kind];
  if (type === "mismatched") return "Le contenu de ce fichier ne correspond pas à son nom.";
  if (file.size > (kind === "image" ? MAX_PHOTO_BYTES : MAX_BYTES)) return errorMessages.size;
  // Images of plans are not compressed: small figures must stay readable.
  const compressed = kind === "image" ? await compressImage(file) : null;
  const body = compressed ?? file;
  if (body.size > MAX_BYTES) return errorMessages.size;
  const id = randomId();
  return {
    id,
    kind,
    name: file.name,
    path: `${kind}/${id}/${toStorageName(file.name, compressed ? "jpg" : type.extension)}`,
    mimeType: compressed ? compressed.type : type.mimeType,
    body,
    originalBytes: file.size,
  };
}

export const QUOTE_FILE_TOO_LARGE =
  "Ce fichier dépasse 10 Mo. Choisissez-en un plus léger, ou envoyez-le dans la conversation WhatsApp.";

const errorMessages = {
  size: QUOTE_FILE_TOO_LARGE,
  type: {
    image: NOT_AN_IMAGE,
    file: "Ce type de fichier n'est pas accepté. Envoyez un PDF, un document Word ou Excel, un plan DWG ou une image.",
  },
};

/** «Plan de la maison (n° 2).PDF» -> «plan-de-la-maison-n-2.pdf»: a name that every storage accepts. */
export function toStorageName(name: string, extension: string): string {
  const stem = name
    .replace(/\.[^.]*$/, "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_STORED_NAME_LENGTH)
    .replace(/^-+|-+$/g, "");
  return `${stem || "fichier"}.${extension}`;
}

/** «COT-» and the first eight digits of the id, as the database derives it. */
export function toQuoteReference({ id }: QuoteFile): string {
  return `COT-${id.slice(0, 8).toUpperCase()}`;
}
