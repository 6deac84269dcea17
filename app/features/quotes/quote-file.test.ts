import { beforeEach, describe, expect, it, vi } from "vitest";
import { shrinkPhoto } from "../../lib/shrink-photo.ts";
import { formatBytes, prepareQuoteFile, referenceOf, storedName } from "./quote-file.ts";

vi.mock("../../lib/shrink-photo.ts");

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
  vi.mocked(shrinkPhoto).mockResolvedValue(null);
});

describe("prepareQuoteFile", () => {
  it("gives a file its place and its reference", async () => {
    const file = await prepared("file", fileOf("Plan de Zoé.pdf", PDF));
    expect(file).toMatchObject({ kind: "file", name: "Plan de Zoé.pdf", mimeType: "application/pdf" });
    expect(file.path).toBe(`file/${file.id}/plan-de-zoe.pdf`);
    expect(referenceOf(file)).toBe(`COT-${file.id.slice(0, 8).toUpperCase()}`);
  });

  it("gives each chosen file an id of its own", async () => {
    const file = fileOf("plan.pdf", PDF);
    expect((await prepared("file", file)).id).not.toBe((await prepared("file", file)).id);
  });

  it("sends a photo in its lighter form, as the JPEG it then is", async () => {
    const lighter = new Blob(["lighter"], { type: "image/jpeg" });
    vi.mocked(shrinkPhoto).mockResolvedValue(lighter);
    const file = await prepared("image", fileOf("photo.heic", "\0\0\0\x18ftypheic", 20 * MEGABYTE));
    expect(file).toMatchObject({ body: lighter, mimeType: "image/jpeg" });
    expect(file.originalBytes).toBeGreaterThan(20 * MEGABYTE);
    expect(file.path).toMatch(/\/photo\.jpg$/);
  });

  it("keeps the pixels of a plan", async () => {
    const chosen = fileOf("plan.jpg", JPEG);
    expect((await prepared("file", chosen)).body).toBe(chosen);
    expect(shrinkPhoto).not.toHaveBeenCalled();
  });

  it.each([
    ["an empty file", "file", new File([], "plan.pdf"), /vide/],
    [
      "a name beyond what is stored",
      "file",
      fileOf(`${"a".repeat(252)}.pdf`, PDF),
      /nom de ce fichier est trop long/,
    ],
    ["another type among pictures", "image", fileOf("plan.pdf", PDF), /pas une image/],
    ["another type among files", "file", fileOf("virus.exe", "MZ"), /n'est pas accepté/],
    ["what is not what its name says", "file", fileOf("plan.pdf", "MZ"), /ne correspond pas à son nom/],
    ["more than ten megabytes", "file", fileOf("plan.pdf", PDF, 10 * MEGABYTE), /dépasse 10 Mo/],
    ["a photo that stays that large", "image", fileOf("photo.jpg", JPEG, 10 * MEGABYTE), /dépasse 10 Mo/],
    ["a photo no phone could read", "image", fileOf("photo.jpg", JPEG, 41 * MEGABYTE), /dépasse 10 Mo/],
  ] as const)("refuses %s", async (_what, kind, file, sentence) => {
    expect(await prepareQuoteFile(kind, file)).toMatch(sentence);
  });
});

describe("storedName", () => {
  it.each([
    ["Plan de la maison (n° 2).PDF", "plan-de-la-maison-n-2.pdf"],
    ["Façade côté cœur.pdf", "facade-cote-c-ur.pdf"],
    ["../../etc/passwd.pdf", "etc-passwd.pdf"],
    ["مخطط.pdf", "fichier.pdf"],
    [".pdf", "fichier.pdf"],
    [`${"long ".repeat(40)}.pdf`, `${"long-".repeat(12).slice(0, -1)}.pdf`],
  ])("%s", (name, stored) => {
    expect(storedName(name, "pdf")).toBe(stored);
  });
});

it("writes amounts of bytes as one says them", () => {
  expect([1, 999, 340_000, 1_234_567, 10_000_000].map(formatBytes)).toEqual([
    "1\u00a0Ko",
    "1\u00a0Ko",
    "340\u00a0Ko",
    "1,2\u00a0Mo",
    "10\u00a0Mo",
  ]);
});
