/** What kind of picture a file is, by its first bytes: its name often says another than it has. */

export interface KnownType {
  mimeType: string;
  /** The usual one first. */
  extensions: string[];
  matches: (bytes: Uint8Array) => boolean;
}

/** Enough for every signature. */
export const HEAD_BYTES = 16;

/** Whether the bytes hold this text, a byte a letter, at an offset. */
export const starts =
  (text: string, offset = 0) =>
  (bytes: Uint8Array): boolean =>
    [...text].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0));

export const pictureTypes: readonly KnownType[] = [
  { mimeType: "image/jpeg", extensions: ["jpg", "jpeg", "jfif"], matches: starts("\xff\xd8\xff") },
  { mimeType: "image/png", extensions: ["png"], matches: starts("\x89PNG\r\n\x1a\n") },
  {
    mimeType: "image/webp",
    extensions: ["webp"],
    matches: (bytes) => starts("RIFF")(bytes) && starts("WEBP", 8)(bytes),
  },
  {
    mimeType: "image/heic",
    extensions: ["heic", "heif"],
    matches: (bytes) =>
      starts("ftyp", 4)(bytes) &&
      ["heic", "heix", "mif1", "msf1", "heif"].some((brand) => starts(brand, 8)(bytes)),
  },
];

/** The type of a file; undefined when it is no picture that the shop takes. */
export async function pictureTypeOf(file: Blob): Promise<KnownType | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return pictureTypes.find(({ matches }) => matches(head));
}
