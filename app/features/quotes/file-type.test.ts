import { describe, expect, it } from "vitest";
import { SIGNATURE_BYTES } from "#app/lib/images/image-type.ts";
import { detectFileType } from "./file-type.ts";

const bytes = (latin1: string) =>
  Uint8Array.from(latin1, (letter) => letter.charCodeAt(0)).slice(0, SIGNATURE_BYTES);

const JPEG = bytes("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01");
const PNG = bytes("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR");
const WEBP = bytes("RIFF\x24\x00\x00\x00WEBPVP8 ");
const HEIC = bytes("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00");
const PDF = bytes("%PDF-1.7\n");
const DWG = bytes("AC1032\x00\x00");
const ZIP = bytes("PK\x03\x04\x14\x00");

describe("detectFileType", () => {
  it.each([
    ["image", "mur.jpg", JPEG, "image/jpeg"],
    ["image", "MUR.JPEG", JPEG, "image/jpeg"],
    ["image", "mur.png", PNG, "image/png"],
    ["image", "mur.webp", WEBP, "image/webp"],
    ["image", "IMG_0001.HEIC", HEIC, "image/heic"],
    ["file", "plan.pdf", PDF, "application/pdf"],
    ["file", "plan.dwg", DWG, "image/vnd.dwg"],
    ["file", "liste.docx", ZIP, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["file", "liste.xlsx", ZIP, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ["file", "plan.v2.png", PNG, "image/png"],
  ] as const)("%s %s", (kind, name, head, mimeType) => {
    expect(detectFileType(kind, name, head)).toMatchObject({ mimeType });
  });

  it("detects an image's format by its contents, whatever its extension", () => {
    expect(detectFileType("image", "photo.jpg", WEBP)).toEqual({ mimeType: "image/webp", extension: "webp" });
  });

  it.each([
    ["image", "plan.pdf", PDF],
    ["image", "virus.exe", bytes("MZ")],
    ["image", "photo", JPEG],
    ["file", "archive.zip", ZIP],
    ["file", "page.svg", bytes("<svg")],
  ] as const)("rejects %s %s as unknown", (kind, name, head) => {
    expect(detectFileType(kind, name, head)).toBe("unknown");
  });

  it.each([
    ["image", "photo.jpg", bytes("MZ\x90")],
    ["image", "photo.png", PDF],
    ["file", "plan.pdf", bytes("<html>")],
    ["file", "liste.docx", PDF],
    ["file", "plan.dwg", bytes("AC")],
    ["image", "clip.heic", bytes("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00")],
  ] as const)("rejects %s %s as mismatched", (kind, name, head) => {
    expect(detectFileType(kind, name, head)).toBe("mismatched");
  });
});
