import { describe, expect, it } from "vitest";
import { formatPhone, isPhone, normalizePhone } from "./phone.ts";

describe("normalizePhone", () => {
  it.each([
    ["70 12 34 56"],
    ["70123456"],
    ["70-12-34-56"],
    ["70.12.34.56"],
    ["+226 70-12-34-56"],
    ["+22670123456"],
    ["00226 70 12 34 56"],
    ["0022670123456"],
    ["226 70 12 34 56"],
    ["(+226) 70 12 34 56"],
    ["  70 12 34 56  "],
    ["\u202a+226 70 12 34 56\u202c"],
    ["70\u201112\u201334\u221256"],
    ["Tél. : 70 12 34 56"],
    ["tel:+22670123456"],
    ["7O 12 34 56"],
  ])("reads %j as a number of Burkina Faso", (text) => {
    expect(normalizePhone(text)).toBe("+22670123456");
  });

  it("keeps the code of another country", () => {
    expect(normalizePhone("+33 6 12 34 56 78")).toBe("+33612345678");
    expect(normalizePhone("00225 07 01 02 03 04")).toBe("+2250701020304");
  });

  it("returns other text unchanged", () => {
    expect(normalizePhone("70 12 34")).toBe("70 12 34");
    expect(normalizePhone("226 70 12 34")).toBe("226 70 12 34");
    expect(normalizePhone("50 12 34 56 78 9")).toBe("50 12 34 56 78 9");
    expect([normalizePhone("+1 234 5678"), normalizePhone("+1 234 567")]).toEqual([
      "+12345678",
      "+1 234 567",
    ]);
    expect(normalizePhone("demander Awa 70123456")).toBe("demander Awa 70123456");
  });

  it("does not change a normalized number", () => {
    for (const phone of ["+22670123456", "+33612345678"]) expect(normalizePhone(phone)).toBe(phone);
  });
});

describe("formatPhone", () => {
  it("groups a national number by two", () => {
    expect(formatPhone("+22670123456")).toBe("+226 70 12 34 56");
  });

  it("groups a foreign number and returns other text unchanged", () => {
    expect(formatPhone("+33612345678")).toBe("+33 612 345 678");
    expect(formatPhone("poste 12")).toBe("poste 12");
  });

  it("is reversed by normalizePhone", () => {
    for (const phone of ["+22670123456", "+33612345678", "+2250701020304"]) {
      expect(normalizePhone(formatPhone(phone))).toBe(phone);
    }
  });
});

describe("isPhone", () => {
  it("requires eight digits, in any notation", () => {
    expect(isPhone("70 12 34 56")).toBe(true);
    expect(isPhone("7012345")).toBe(false);
    expect(isPhone("abcdefgh")).toBe(false);
    expect(isPhone(" (+226) 70.12-34 56 ")).toBe(true);
  });

  it("is one number that can be called", () => {
    for (const text of ["70123456 / 76543210", "+22670123456;ext=1", "demander Awa 70123456"]) {
      expect(isPhone(text)).toBe(false);
    }
  });

  it("has eight digits after the code of Burkina Faso", () => {
    for (const text of ["+226 70 12 34 5", "0022670123456 7", "+226 (0) 70 12 34 56"]) {
      expect(isPhone(text)).toBe(false);
    }
    for (const text of ["+226 70 12 34 56", "+33 6 12 34 56 78"]) expect(isPhone(text)).toBe(true);
  });

  it("is read where it was copied with marks, dashes, a label, or letters O", () => {
    const copied = [
      "\u202a+226 70 12 34 56\u202c",
      "70\u201112\u201334\u221256",
      "Tél. : 70 12 34 56",
      "7O 12 34 56",
    ];
    for (const text of copied) expect(isPhone(text)).toBe(true);
    expect(isPhone("OOOOOOO")).toBe(false);
  });
});
