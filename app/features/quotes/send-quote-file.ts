/**
 * Uploads the attachment of a quote request. A database trigger creates the quote when the file is stored.
 */
import { UNREACHABLE, upload } from "#app/lib/supabase/upload.client.ts";
import { QUOTE_FILE_TOO_LARGE, type QuoteFile } from "./quote-file.ts";

const BUCKET = "quotes";

/** `message`: the error for the visitor. `permanent`: the same file would be rejected again. */
export type SendResult = { ok: true } | { ok: false; message: string; permanent: boolean };

/** Never rejects. */
export async function sendQuoteFile(
  file: QuoteFile,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<SendResult> {
  const status = await upload({
    bucket: BUCKET,
    path: file.path,
    body: file.body,
    contentType: file.mimeType,
    metadata: { file_name: file.name },
    onProgress,
    signal,
  });
  // 409: the file is stored already, and the response to an earlier try was lost. Nobody else knows the
  // file's id.
  if (status === 200 || status === 409) return { ok: true };
  if (!signal.aborted) console.error(`quote: the file was not stored (${status})`);
  return {
    ok: false,
    message: errorMessages[status] ?? DEFAULT_ERROR,
    permanent: status === 413 || status === 415,
  };
}

const DEFAULT_ERROR = "L'envoi n'a pas abouti. Votre fichier est gardé ici : réessayez dans un instant.";

const TOO_MANY =
  "Trop de fichiers viennent d'arriver. Réessayez plus tard, ou joignez le vôtre dans la conversation WhatsApp.";

const errorMessages: Record<number, string> = {
  [UNREACHABLE]:
    "La connexion a été perdue. Votre fichier est gardé ici\u00a0: réessayez quand elle revient.",
  403: TOO_MANY,
  413: QUOTE_FILE_TOO_LARGE,
  415: "Le contenu de ce fichier n'est pas d'un type accepté.",
  429: TOO_MANY,
};
