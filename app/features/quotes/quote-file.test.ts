import { beforeEach, describe, expect, it, vi } from "vitest";
import { compressImage } from "#app/lib/images/compress-image.ts";
import { prepareQuoteFile, toQuoteReference, toStorageName } from "./quote-file.ts";

vi.mock("#app/lib/images/compress-image.ts");

const MEGABYTE = 1024 * 1024;
const PDF = "%PDF-1.7\n";
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);

const fileOf = (name: string, start: BlobPart, size = 0) => new File([start, new Uint8Array(size)], name);

async function prepared(...[kind, file]: Parameters<typeof prepareQuoteFile>) {
  const result = await prepareQuoteFile(kind, file);
  if (typeof result === "string") throw new Error(result);
  return result;
}

beforeEach(() => {
  vi.mocked(compressImage).mockResolvedValue(null);
});

describe("prepareQuoteFile", () => {
  it("gives a file its storage path and its reference", async () => {
    const file = await prepared("file", fileOf("Plan de Zoé.pdf", PDF));
    expect(file).toMatchObject({ kind: "file", name: "Plan de Zoé.pdf", mimeType: "application/pdf" });
    expect(file.path).toBe(`file/${file.id}/plan-de-zoe.pdf`);
    expect(toQuoteReference(file)).toBe(`COT-${file.id.slice(0, 8).toUpperCase()}`);
  });

  it("gives each chosen file its own id", async () => {
    const file = fileOf("plan.pdf", PDF);
    expect((await prepared("file", file)).id).not.toBe((await prepared("file", file)).id);
  });

  it("sends a photo compressed, as a JPEG", async () => {
    const compressed = new Blob(["lighter"], { type: "image/jpeg" });
    vi.mocked(compressImage).mockResolvedValue(compressed);
    const file = await prepared("image", fileOf("photo.heic", "\0\0\0\x18ftypheic", 20 * MEGABYTE));
    expect(file).toMatchObject({ body: compressed, mimeType: "image/jpeg" });
    expect(file.originalBytes).toBeGreaterThan(20 * MEGABYTE);
    expect(file.path).toMatch(/\/photo\.jpg$/);
  });

  it("does not compress images of the kind `file`", async () => {
    const chosen = fileOf("plan.jpg", JPEG);
    expect((await prepared("file", chosen)).body).toBe(chosen);
    expect(compressImage).not.toHaveBeenCalled();
  });

  it.each([
    ["an empty file", "file", new File([], "plan.pdf"), /vide/],
    [
      "a name that is too long",
      "file",
      fileOf(`${"a".repeat(252)}.pdf`, PDF),
      /nom de ce fichier est trop long/,
    ],
    ["another type among images", "image", fileOf("plan.pdf", PDF), /pas une image/],
    ["another type among files", "file", fileOf("virus.exe", "MZ"), /n'est pas accepté/],
    ["contents that do not match the name", "file", fileOf("plan.pdf", "MZ"), /ne correspond pas à son nom/],
    ["more than ten megabytes", "file", fileOf("plan.pdf", PDF, 10 * MEGABYTE), /dépasse 10 Mo/],
    ["a photo that is still too large", "image", fileOf("photo.jpg", JPEG, 10 * MEGABYTE), /dépasse 10 Mo/],
    ["a photo too large to decode", "image", fileOf("photo.jpg", JPEG, 41 * MEGABYTE), /dépasse 10 Mo/],
  ] as const)("rejects %s", async (_what, kind, file, sentence) => {
    expect(await prepareQuoteFile(kind, file)).toMatch(sentence);
  });
});

describe("toStorageName", () => {
  it.each([
    ["Plan de la maison (n° 2).PDF", "plan-de-la-maison-n-2.pdf"],
    ["Façade côté cœur.pdf", "facade-cote-c-ur.pdf"],
    ["../../etc/passwd.pdf", "etc-passwd.pdf"],
    ["مخطط.pdf", "fichier.pdf"],
    [".pdf", "fichier.pdf"],
    [`${"long ".repeat(40)}.pdf`, `${"long-".repeat(12).slice(0, -1)}.pdf`],
  ])("%s", (name, stored) => {
    expect(toStorageName(name, "pdf")).toBe(stored);
  });
});
