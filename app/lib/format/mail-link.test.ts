import { expect, it } from "vitest";
import { mailLink } from "./mail-link.ts";

it.each([
  ["ali-1@exemple.bf", "mailto:ali-1@exemple.bf?subject=Votre%20message"],
  ["ali+1@exemple.bf", "mailto:ali%2B1@exemple.bf?subject=Votre%20message"],
  ["ali?bcc=eve@exemple.bf", "mailto:ali%3Fbcc%3Deve@exemple.bf?subject=Votre%20message"],
  ["ali&body=%41@exemple.bf", "mailto:ali%26body%3D%2541@exemple.bf?subject=Votre%20message"],
])("a mail to %s goes to this address alone", (address, link) => {
  expect(mailLink(address, "Votre message")).toBe(link);
});
