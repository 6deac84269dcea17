import { expect, test } from "vitest";
import { markTitle } from "./tab-title.ts";

test("the number of new orders is in front of the title, once", () => {
  expect(markTitle("Commandes | Yaaré", 2)).toBe("(2) Commandes | Yaaré");
  expect(markTitle("(2) Commandes | Yaaré", 3)).toBe("(3) Commandes | Yaaré");
  expect(markTitle("(3) Commandes | Yaaré", 0)).toBe("Commandes | Yaaré");
});
