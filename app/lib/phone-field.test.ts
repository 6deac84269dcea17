import { expect, it } from "vitest";
import { phone } from "./phone-field.ts";

it("writes the number in one form", () => {
  expect(phone.parse("70 12 34 56")).toBe("+22670123456");
});

it("takes eight digits at least and forty characters at most", () => {
  const said = (typed: string) => phone.safeParse(typed).error?.issues.map(({ message }) => message);
  const longest = `70123456${" ".repeat(32)}`;
  for (const typed of ["70123456", longest]) expect(said(typed)).toBeUndefined();
  for (const typed of ["7012345", `${longest} `])
    expect(said(typed)).toEqual(["Numéro de téléphone invalide"]);
});
