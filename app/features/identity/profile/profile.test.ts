import { expect, it } from "vitest";
import { getDisplayName } from "./profile.ts";

it.each([
  [{ first_name: "Awa" }, "awa.o@exemple.bf", "Awa"],
  [{ first_name: " " }, "awa.o@exemple.bf", "awa.o"],
  [{ first_name: null }, "awa.o@exemple.bf", "awa.o"],
  [null, "awa.o@exemple.bf", "awa.o"],
  [{ first_name: null }, "", "Utilisateur"],
  [null, "@exemple.bf", "Utilisateur"],
])("names %j with «%s» %s", (profile, email, name) => {
  expect(getDisplayName(profile, email)).toBe(name);
});
