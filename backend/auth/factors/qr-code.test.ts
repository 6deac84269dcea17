import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createQrCodeSvg } from "./qr-code.ts";

function textOf(length: number): string {
  return "otpauth://totp/Yaaré:awa@exemple.bf?secret=".padEnd(length, "ABCDEFGH234567=&");
}

test.each([
  [44, 4, "a8ecfef4d0afc52e"],
  [100, 6, "764c7cf2d3a703d1"],
  [150, 8, "966dd8f24eb77582"],
  [300, 13, "1900f1cddceba016"],
  [600, 19, "1f964127647b8d42"],
  [900, 24, "3856f9e48aeec6f7"],
])("%s characters make version %s, drawn as an independent decoder read it", (length, version, hash) => {
  const svg = createQrCodeSvg(textOf(length)) ?? "";
  expect(svg).toContain(`viewBox="0 0 ${version * 4 + 25} `);
  expect(createHash("sha256").update(svg).digest("hex").slice(0, 16)).toBe(hash);
});

test("the SVG needs no escaping in a data URL", () => {
  expect(createQrCodeSvg("x")).not.toMatch(/[#%]/);
});

test("a text that is too long gives null", () => {
  expect(createQrCodeSvg("x".repeat(1100))).toBeNull();
});
