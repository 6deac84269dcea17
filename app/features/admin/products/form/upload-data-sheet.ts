/** Uploads the PDF file of a data sheet. The storage service validates type and size again. */
import {
  type BucketMessages,
  type PreparedFile,
  sendFile,
  type UploadResult,
} from "#app/features/admin/shared/images/send-file.ts";
import { EMPTY_FILE } from "#app/lib/images/file-errors.ts";
import { randomId } from "#app/lib/random-id.ts";

/** As defined in supabase/migrations/*_data_sheets_and_videos.sql. */
const BUCKET = "product-data-sheets";
const MIME_TYPE = "application/pdf";
const MAX_BYTES = 10 * 1024 * 1024;
/** How every PDF file begins. */
const SIGNATURE = "%PDF-";
/** How every PDF file ends, in the last bytes in which readers look for it. */
const END = "%%EOF";
const MAX_END_BYTES = 1024;

const TOO_LARGE = "Ce PDF dépasse 10 Mo.";
const NOT_A_PDF = "Ce n'est pas un fichier PDF.";
const INCOMPLETE = "Ce PDF est incomplet. Téléchargez-le ou enregistrez-le à nouveau.";

/** Resolves to a message when the file cannot be accepted. Rejects when the device cannot read it. */
export async function prepareDataSheet(folder: string, file: File): Promise<PreparedFile | string> {
  if (file.size === 0) return EMPTY_FILE;
  if (file.size > MAX_BYTES) return TOO_LARGE;
  if ((await file.slice(0, SIGNATURE.length).text()) !== SIGNATURE) return NOT_A_PDF;
  // A download that broke off opens for nobody.
  if (!(await file.slice(-MAX_END_BYTES).text()).includes(END)) return INCOMPLETE;
  return { path: `${folder}/${randomId()}.pdf`, mimeType: MIME_TYPE, body: file };
}

/** As `sendFile`. */
export function uploadDataSheet(
  file: PreparedFile,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  return sendFile(BUCKET, messages, file, onProgress, signal);
}

const messages: BucketMessages = {
  413: TOO_LARGE,
  415: NOT_A_PDF,
  429: "Trop de fichiers viennent d'être envoyés. Réessayez dans quelques minutes.",
};
