import { expect, it } from "vitest";
import { formatInvitationText, getInvitationPath } from "./staff-invitations.ts";

it("fits into one text message, with the link at its end", () => {
  const link = `https://yaare.bf${getInvitationPath("a".repeat(43))}`;
  const text = formatInvitationText("Yaaré", link);
  expect(text.length).toBeLessThanOrEqual(160);
  expect(text.endsWith(` ${link}`)).toBe(true);
});
