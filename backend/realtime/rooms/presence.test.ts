import { expect, it } from "vitest";
import { type Entry, Presence, writeEntries } from "./presence.ts";

const entry = (key: string, ref: string, more: Partial<Entry> = {}): Entry => ({
  key,
  ref,
  origin: "here",
  payload: `{"town":"${ref}"}`,
  ...more,
});

it("writes one list for each key, with the reference of each tracking", () => {
  const entries = [
    entry("a", "1"),
    entry("b", "2", { payload: "{}" }),
    entry("a", "3", { previousRef: "0" }),
  ];
  expect(JSON.parse(writeEntries(entries))).toEqual({
    a: {
      metas: [
        { phx_ref: "1", town: "1" },
        { phx_ref: "3", phx_ref_prev: "0", town: "3" },
      ],
    },
    b: { metas: [{ phx_ref: "2" }] },
  });
  expect(writeEntries([])).toBe("{}");
});

it("a key of any letters is one", () => {
  const key = '"__proto__"\n';
  expect(JSON.parse(writeEntries([entry(key, "1")]))[key].metas).toHaveLength(1);
});

it("says who comes, in place of which tracking, and who goes", () => {
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
