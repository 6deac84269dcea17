import { expect, it } from "vitest";
import { Presence, type PresenceEntry, serializeEntries } from "./presence.ts";

const entry = (key: string, ref: string, more: Partial<PresenceEntry> = {}): PresenceEntry => ({
  key,
  ref,
  origin: "here",
  payload: `{"town":"${ref}"}`,
  ...more,
});

it("serializes one list for each key, with the ref of each entry", () => {
  const entries = [
    entry("a", "1"),
    entry("b", "2", { payload: "{}" }),
    entry("a", "3", { previousRef: "0" }),
  ];
  expect(JSON.parse(serializeEntries(entries))).toEqual({
    a: {
      metas: [
        { phx_ref: "1", town: "1" },
        { phx_ref: "3", phx_ref_prev: "0", town: "3" },
      ],
    },
    b: { metas: [{ phx_ref: "2" }] },
  });
  expect(serializeEntries([])).toBe("{}");
});

it("a key may contain any characters", () => {
  const key = '"__proto__"\n';
  expect(JSON.parse(serializeEntries([entry(key, "1")]))[key].metas).toHaveLength(1);
});

it("the diff has joins, the replaced entry, and leaves", () => {
  const presence = new Presence();
  const first = entry("a", "1");
  expect(JSON.parse(presence.add(first) ?? "")).toMatchObject({ joins: { a: {} }, leaves: {} });
  expect(presence.add(first)).toBeNull();
  const diff = JSON.parse(presence.add(entry("a", "2", { previousRef: "1" })) ?? "");
  expect([diff.joins.a.metas[0].phx_ref, diff.leaves.a.metas[0].phx_ref]).toEqual(["2", "1"]);
  expect(presence.remove(({ ref }) => ref === "1")).toBeNull();
  expect(JSON.parse(presence.remove(({ origin }) => origin === "here") ?? "")).toMatchObject({
    joins: {},
    leaves: { a: {} },
  });
  expect(presence.entries).toEqual([]);
});
