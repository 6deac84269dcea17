/** What becomes of a chosen file before it is sent: it is checked, made lighter, and gets its place in the storage. */
import { HEAD_BYTES } from "../../lib/picture-type.ts";
import { randomId } from "../../lib/random-id.ts";
import { shrinkPhoto } from "../../lib/shrink-photo.ts";
import { fileTypeOf } from "./file-type.ts";
import type { QuoteKind } from "./quote-kinds.ts";

/** What the storage takes (supabase/migrations/*_quote_files.sql). */
const MAX_BYTES = 10 * 1024 * 1024;
/** A photo may be larger before it is made lighter; beyond this a phone has no memory for it. */
const MAX_PHOTO_BYTES = 40 * 1024 * 1024;
const MAX_NAME_LENGTH = 255;
const MAX_STORED_NAME_LENGTH = 60;

/** A file that is ready to be sent, as often as it takes. */
export interface QuoteFile {
  /** Made here, so that a second try is the same quote. */
  id: string;
  kind: QuoteKind;
  /** On the visitor's device. */
  name: string;
  path: string;
  mimeType: string;
  body: Blob;
  /** Before it was made lighter. */
  originalBytes: number;
}

/** A sentence for the visitor instead, when the file cannot be taken. Rejects when the device cannot read the file. */
export async function prepareQuoteFile(kind: QuoteKind, file: File): Promise<QuoteFile | string> {
  if (file.size === 0) return "Ce fichier est vide.";
  if (file.name.length > MAX_NAME_LENGTH)
    return "Le nom de ce fichier est trop long. Renommez-le, puis réessayez.";
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const type = fileTypeOf(kind, file.name, head);
  if (type === "unknown") return refusals.type[kind];
  if (type === "disguised") return "Le contenu de ce fichier ne correspond pas à son nom.";
  if (file.size > (kind === "image" ? MAX_PHOTO_BYTES : MAX_BYTES)) return refusals.size;
  // A plan keeps its pixels: small figures must stay readable.
  const lighter = kind === "image" ? await shrinkPhoto(file) : null;
  const body = lighter ?? file;
  if (body.size > MAX_BYTES) return refusals.size;
  const id = randomId();
  return {
    id,
    kind,
    name: file.name,
    path: `${kind}/${id}/${storedName(file.name, lighter ? "jpg" : type.extension)}`,
    mimeType: lighter ? lighter.type : type.mimeType,
    body,
    originalBytes: file.size,
  };
}

const refusals = {
  size: "Ce fichier dépasse 10 Mo. Choisissez-en un plus léger, ou envoyez-le dans la conversation WhatsApp.",
  type: {
    image: "Ce n'est pas une image JPEG, PNG, WebP ou HEIC.",
    file: "Ce type de fichier n'est pas accepté. Envoyez un PDF, un document Word ou Excel, un plan DWG ou une image.",
  },
};

/** «Plan de la maison (n° 2).PDF» -> «plan-de-la-maison-n-2.pdf»: what every storage takes as a name. */
export function storedName(name: string, extension: string): string {
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

/** As the database derives it from the id. */
export function referenceOf({ id }: QuoteFile): string {
  return `COT-${id.slice(0, 8).toUpperCase()}`;
}

/** 1234567 -> «1,2 Mo», with the no-break space of French typography. */
export function formatBytes(bytes: number): string {
  const inMegabytes = bytes >= 1_000_000;
  const amount = inMegabytes ? bytes / 1_000_000 : Math.max(1, bytes / 1000);
  const digits = { maximumFractionDigits: inMegabytes ? 1 : 0 };
  return `${new Intl.NumberFormat("fr-FR", digits).format(amount)}\u00a0${inMegabytes ? "Mo" : "Ko"}`;
}
