import { beforeEach, expect, test, vi } from "vitest";
import { reencodeImage } from "#app/lib/images/compress-image.ts";
import { prepareImage } from "./upload-image.ts";

vi.mock("#app/lib/images/compress-image.ts");

const MEGABYTE = 1024 * 1024;
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const HEIC = "\0\0\0\x18ftypheic";

const fileOf = (start: BlobPart, size = 0) => new File([start, new Uint8Array(size)], "photo");
const jpegOf = (size: number) => new Blob([new Uint8Array(size)], { type: "image/jpeg" });

beforeEach(() => {
  vi.mocked(reencodeImage).mockResolvedValue(null);
});

test("a photograph is re-encoded even when it gets no smaller, and gets a name of its own", async () => {
  const reencoded = jpegOf(100);
  vi.mocked(reencodeImage).mockResolvedValue(reencoded);
  for (const start of [JPEG, HEIC]) {
    const image = await prepareImage("p", fileOf(start));
    expect(image).toEqual({
      body: reencoded,
      mimeType: "image/jpeg",
      path: expect.stringMatching(/^p\/[0-9a-f-]{36}\.jpg$/),
    });
  }
});

test("a graphic stays unchanged unless a JPEG is smaller", async () => {
  const file = fileOf(PNG, 50);
  vi.mocked(reencodeImage).mockResolvedValue(jpegOf(100));
  expect(await prepareImage("p", file)).toMatchObject({ body: file, mimeType: "image/png" });
  vi.mocked(reencodeImage).mockResolvedValue(jpegOf(10));
  expect(await prepareImage("p", file)).toMatchObject({ mimeType: "image/jpeg" });
});

test.each([
  ["an empty file", new File([], "photo"), "Ce fichier est vide."],
  ["another type", fileOf("<svg/>"), "Ce n'est pas une image JPEG, PNG, WebP ou HEIC."],
  ["what no phone has memory for", fileOf(JPEG, 41 * MEGABYTE), "Cette image dépasse 40 Mo."],
  ["a drawing that stays too large", fileOf(PNG, 6 * MEGABYTE), "Cette image dépasse 5 Mo, même réduite."],
  [
    "a photograph that this browser cannot read",
    fileOf(HEIC),
    "Votre navigateur ne sait pas lire cette image. Choisissez-la en JPEG, PNG ou WebP.",
  ],
])("rejects %s", async (_what, file, message) => {
  expect(await prepareImage("p", file)).toBe(message);
});
