/**
 * Detects a file's type by its signature and its extension. The storage service checks the signature again;
 * this check saves visitors the upload of a file that would be rejected.
 */
import { type FileSignature, imageTypes, matchesBytes } from "#app/lib/images/image-type.ts";

/** Word and Excel files are both ZIP archives: only the extension tells them apart. */
const archive = matchesBytes("PK\x03\x04");

const OFFICE = "application/vnd.openxmlformats-officedocument";

const documents: FileSignature[] = [
  { mimeType: "application/pdf", extensions: ["pdf"], matches: matchesBytes("%PDF-") },
  { mimeType: "image/vnd.dwg", extensions: ["dwg"], matches: matchesBytes("AC10") },
  { mimeType: `${OFFICE}.wordprocessingml.document`, extensions: ["docx"], matches: archive },
  { mimeType: `${OFFICE}.spreadsheetml.sheet`, extensions: ["xlsx"], matches: archive },
];

const accepted = { image: imageTypes, file: [...documents, ...imageTypes] };

/** `mismatched`: the extension is of an accepted type, but the contents are not. */
export type FileType = { mimeType: string; extension: string } | "unknown" | "mismatched";

/** @param head the file's first SIGNATURE_BYTES bytes, or all of a shorter file */
export function detectFileType(kind: keyof typeof accepted, name: string, head: Uint8Array): FileType {
  const extension = /\.(?<extension>[a-z0-9]+)$/i.exec(name)?.groups?.extension?.toLowerCase() ?? "";
  const types = accepted[kind];
  const named = types.filter((type) => type.extensions.includes(extension));
  // An image often has another format than its extension says; every accepted image format is fine.
  const candidates = named.some((type) => imageTypes.includes(type)) ? imageTypes : named;
  const [found] = candidates.filter((type) => type.matches(head));
  if (found) return { mimeType: found.mimeType, extension: found.extensions[0] ?? "" };
  return named.length > 0 ? "mismatched" : "unknown";
}
