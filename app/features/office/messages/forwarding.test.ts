import { expect, it } from "vitest";
import { forwardingState } from "./forwarding.ts";

const waiting = { sent_at: null, failed_at: null };
const at = "2026-11-21T14:05:00Z";

it("tells whether the message has reached its technician", () => {
  expect(forwardingState(null)).toMatchObject({ tone: "gray", label: "Pas transmis" });
  expect(forwardingState(waiting)).toMatchObject({ tone: "amber", label: "En attente" });
  expect(forwardingState({ ...waiting, failed_at: at })).toMatchObject({ tone: "red", label: "Échec" });
  expect(forwardingState({ ...waiting, sent_at: at })).toEqual({
    tone: "green",
    label: "Transmis",
    detail: "par email le 21/11/2026 14:05",
  });
});
