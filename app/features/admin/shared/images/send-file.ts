/** Stores a prepared file of a product or of a category in a public bucket, and says why not. */
import {
  NOT_ADMINISTRATOR_MESSAGE,
  SESSION_ENDED_MESSAGE,
} from "#app/features/admin/shared/mutations/error-messages.ts";
import { sendAsUser } from "#app/lib/supabase/supabase.client.ts";
import { getPublicUrl, UNREACHABLE, upload } from "#app/lib/supabase/upload.client.ts";

/** Every file has a new name, so a browser may cache it for a year. */
const CACHE_CONTROL = "max-age=31536000";

/** A file that is ready for upload and for retries. */
export interface PreparedFile {
  path: string;
  mimeType: string;
  body: Blob;
}

/** `isPermanent`: a retry of the same file would be rejected again. */
export type UploadResult = { ok: true; url: string } | { ok: false; message: string; isPermanent: boolean };

/** What the bucket says of a file that is too large, of another type, or one too many. */
export type BucketMessages = Readonly<Record<413 | 415 | 429, string>>;

/** `onProgress` receives percentages. Never rejects. */
export async function sendFile(
  bucket: string,
  messages: BucketMessages,
  { path, mimeType, body }: PreparedFile,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  const send = (token: string | null) =>
    upload({
      bucket,
      path,
      body,
      contentType: mimeType,
      cacheControl: CACHE_CONTROL,
      token,
      onProgress: (bytes) => onProgress(Math.round((100 * bytes) / body.size)),
      signal,
    });
  const status = await sendAsUser(send, (result) => result === 401).catch(() => UNREACHABLE);
  // 409: the file is already stored, since the response of an earlier attempt was lost. Nobody else knows
  // its id.
  if (status === 200 || status === 409) return { ok: true, url: getPublicUrl(bucket, path) };
  if (!signal.aborted) console.error(`admin: a file was not stored (${status})`);
  const texts: Readonly<Record<number, string>> = { ...statusMessages, ...messages };
  return {
    ok: false,
    message: texts[status] ?? UPLOAD_FAILED_MESSAGE,
    isPermanent: status === 413 || status === 415,
  };
}

const UPLOAD_FAILED_MESSAGE = "L'envoi n'a pas abouti. Réessayez dans un instant.";

const statusMessages: Readonly<Record<number, string>> = {
  [UNREACHABLE]: "La connexion a été perdue. Réessayez quand elle revient.",
  401: SESSION_ENDED_MESSAGE,
  403: NOT_ADMINISTRATOR_MESSAGE,
};
