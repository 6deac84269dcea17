import { expect, it } from "vitest";
import { formatAllowance, formatLimitSubject } from "./limit-labels.ts";

it.each([
  [30, 300, "30 en 5 minutes"],
  [1, 86_400, "1 en 1 jour"],
  [12_500, null, "12\u202f500 au plus"],
  [0, 60, "Tout est refusé"],
  [null, 60, "Sans limite"],
])("a maximum of %j in %j seconds is «%s»", (maximum, period_seconds, text) => {
  expect(formatAllowance({ maximum, period_seconds })).toBe(text);
});

it("says for whom and counted for each what, also what it does not know", () => {
  expect(formatLimitSubject({ audience: "unproven", scope: "phone" })).toBe(
    "Compte non vérifié, par numéro de téléphone",
  );
  expect(formatLimitSubject({ audience: "robots", scope: "planet" })).toBe("robots, planet");
});
