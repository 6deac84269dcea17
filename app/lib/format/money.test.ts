import { describe, expect, it } from "vitest";
import { formatFcfa, formatXof } from "./money.ts";

describe("money", () => {
  it("groups thousands with a narrow no-break space and keeps the label on the line", () => {
    expect(formatXof(12500)).toBe("12\u202f500\u00a0XOF");
    expect(formatXof(1250000)).toBe("1\u202f250\u202f000\u00a0XOF");
  });

  it("writes no decimals", () => {
    expect(formatXof(0)).toBe("0\u00a0XOF");
    expect(formatXof(999)).toBe("999\u00a0XOF");
    expect(formatXof(1234.56)).toBe("1\u202f235\u00a0XOF");
    expect(formatFcfa(7500.4)).toBe("7\u202f500\u00a0FCFA");
  });

  it("labels promotions with FCFA", () => {
    expect(formatFcfa(7500)).toBe("7\u202f500\u00a0FCFA");
  });
});
