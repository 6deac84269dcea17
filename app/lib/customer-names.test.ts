import { expect, it } from "vitest";
import * as z from "zod/mini";
import { firstName, lastName } from "./customer-names.ts";

const form = z.object({ firstName, lastName });

function errors(typed: z.input<typeof form>) {
  const issues = form.safeParse(typed).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path[0], issue.message]));
}

it("are trimmed", () => {
  expect(form.parse({ firstName: " Awa ", lastName: "Ouédraogo" })).toEqual({
    firstName: "Awa",
    lastName: "Ouédraogo",
  });
});

it("have two to a hundred letters", () => {
  expect(errors({ firstName: "Li", lastName: "Bo" })).toEqual({});
  expect(errors({ firstName: "L", lastName: " B " })).toEqual({
    firstName: "Le prénom est requis",
    lastName: "Le nom est requis",
  });
  const longest = "a".repeat(100);
  expect(errors({ firstName: longest, lastName: longest })).toEqual({});
  expect(errors({ firstName: `${longest}a`, lastName: `${longest}a` })).toEqual({
    firstName: "100 caractères au plus",
    lastName: "100 caractères au plus",
  });
});
