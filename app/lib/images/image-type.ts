/** Detects the image type of a file by its first bytes, because file names often have the wrong extension. */

export interface FileSignature {
  mimeType: string;
  /** The usual extension first. */
  extensions: string[];
  matches: (bytes: Uint8Array) => boolean;
}

/** Enough bytes for every signature. */
export const SIGNATURE_BYTES = 16;

/** A function that tells whether bytes contain this text, one byte per character, at the offset. */
export const matchesBytes =
  (text: string, offset = 0) =>
  (bytes: Uint8Array): boolean =>
    [...text].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0));

export const imageTypes: readonly FileSignature[] = [
  { mimeType: "image/jpeg", extensions: ["jpg", "jpeg", "jfif"], matches: matchesBytes("\xff\xd8\xff") },
  { mimeType: "image/png", extensions: ["png"], matches: matchesBytes("\x89PNG\r\n\x1a\n") },
  {
    mimeType: "image/webp",
    extensions: ["webp"],
    matches: (bytes) => matchesBytes("RIFF")(bytes) && matchesBytes("WEBP", 8)(bytes),
  },
  {
    mimeType: "image/heic",
    extensions: ["heic", "heif"],
    matches: (bytes) =>
      matchesBytes("ftyp", 4)(bytes) &&
      ["heic", "heix", "mif1", "msf1", "heif"].some((brand) => matchesBytes(brand, 8)(bytes)),
  },
];

/** The type of a file; undefined when it is no image type that the shop accepts. */
export async function detectImageType(file: Blob): Promise<FileSignature | undefined> {
  const head = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  return imageTypes.find(({ matches }) => matches(head));
}
