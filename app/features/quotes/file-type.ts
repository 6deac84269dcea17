/**
 * What a file is, by its first bytes and by its name. The storage service checks the bytes again; this check is here so
 * that nobody pays for sending what will be refused.
 */
import { type KnownType, pictureTypes, starts } from "../../lib/picture-type.ts";

/** Word and Excel files are archives: only their names tell one from the other. */
const archive = starts("PK\x03\x04");

const OFFICE = "application/vnd.openxmlformats-officedocument";

const documents: KnownType[] = [
  { mimeType: "application/pdf", extensions: ["pdf"], matches: starts("%PDF-") },
  { mimeType: "image/vnd.dwg", extensions: ["dwg"], matches: starts("AC10") },
  { mimeType: `${OFFICE}.wordprocessingml.document`, extensions: ["docx"], matches: archive },
  { mimeType: `${OFFICE}.spreadsheetml.sheet`, extensions: ["xlsx"], matches: archive },
];

const accepted = { image: pictureTypes, file: [...documents, ...pictureTypes] };

/** `disguised`: the name says a type that is taken, the content is another. */
export type FileType = { mimeType: string; extension: string } | "unknown" | "disguised";

/** @param head the file's first HEAD_BYTES bytes, or all when it is shorter */
export function fileTypeOf(kind: keyof typeof accepted, name: string, head: Uint8Array): FileType {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const types = accepted[kind];
  const named = types.filter((type) => type.extensions.includes(extension));
  // A picture's name often says another format than it has; each is as good as the other.
  const candidates = named.some((type) => pictureTypes.includes(type)) ? pictureTypes : named;
  const [found] = candidates.filter((type) => type.matches(head));
  if (found) return { mimeType: found.mimeType, extension: found.extensions[0] ?? "" };
  return named.length > 0 ? "disguised" : "unknown";
}
