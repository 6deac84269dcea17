import { describe, expect, it } from "vitest";
import { formatXof } from "#app/lib/format/money.ts";
import {
  getChangedText,
  getPlacedText,
  getRefundAmount,
  getSplitText,
  getWhatsappLink,
} from "./order-texts.ts";

const news = { name: "Awa", number: "ORD-123456", total_amount: 12_000, paid_amount: 0 };

describe("the news of an order", () => {
  it("says the total, and what is owed to the customer", () => {
    expect(getPlacedText(news)).toContain(formatXof(12_000));
    expect(getChangedText(news)).not.toContain("devons");
    expect(getChangedText({ ...news, paid_amount: 15_000 })).toContain(`Nous vous devons ${formatXof(3000)}`);
    expect(getSplitText(news, { number: "ORD-654321", total_amount: 500 })).toContain(
      `ORD-654321, ${formatXof(500)}`,
    );
  });

  it("is a link for a number alone", () => {
    expect(getWhatsappLink("70 11 22 33", "Bonjour")).toBe("https://wa.me/22670112233?text=Bonjour");
    expect(getWhatsappLink("chez Ali", "Bonjour")).toBeNull();
  });

  it("is never a negative amount", () => {
    expect(getRefundAmount({ total_amount: 500, paid_amount: 200 })).toBe(0);
    expect(getRefundAmount({ total_amount: 500, paid_amount: 700 })).toBe(200);
  });
});
