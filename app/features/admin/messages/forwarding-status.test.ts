import { expect, it } from "vitest";
import { getForwardingStatus } from "./forwarding-status.ts";

const waiting = { sent_at: null, is_local: false, failed_at: null };
const at = "2026-11-21T14:05:00Z";

it("tells whether the message has been forwarded to its technician", () => {
  expect(getForwardingStatus(null)).toMatchObject({ color: "gray", label: "Pas transmis" });
  expect(getForwardingStatus(waiting)).toMatchObject({ color: "amber", label: "En attente" });
  expect(getForwardingStatus({ ...waiting, failed_at: at })).toMatchObject({ color: "red", label: "Échec" });
  expect(getForwardingStatus({ ...waiting, sent_at: at })).toEqual({
    color: "green",
    label: "Transmis",
    detail: "par email le 21/11/2026 14:05",
  });
  expect(getForwardingStatus({ ...waiting, sent_at: at, is_local: true }).label).toBe(
    "Gardé sur cette machine",
  );
});
