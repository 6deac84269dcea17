import fc from "fast-check";
import { expect, test } from "vitest";
import { type ActiveToken, rotationOf, type ShownToken } from "./rotation.ts";

const REUSE_SECONDS = 10;

function used(token: string, ageSeconds: number): ShownToken {
  return { token, revoked: true, age_seconds: ageSeconds };
}

test("the active token is rotated, however old", () => {
  const shown = { token: "a", revoked: false, age_seconds: 1e9 };
  expect(rotationOf(shown, { token: "a", parent: null }, REUSE_SECONDS)).toEqual({ kind: "rotate" });
});

test.each<[string, ShownToken, ActiveToken | null, ReturnType<typeof rotationOf>]>([
  [
    "the parent of the active one, late",
    used("a", 1e6),
    { token: "b", parent: "a" },
    { kind: "repeat", token: "b" },
  ],
  ["an older one, in time", used("a", 10), { token: "c", parent: "b" }, { kind: "repeat", token: "c" }],
  ["an older one, late", used("a", 10.1), { token: "c", parent: "b" }, { kind: "stolen" }],
  ["one of a family that was ended", used("a", 0), null, { kind: "stolen" }],
])("a used token, %s", (_what, shown, active, rotation) => {
  expect(rotationOf(shown, active, REUSE_SECONDS)).toEqual(rotation);
});

/** A session in memory, ruled by rotationOf as the endpoint rules the one in the database. */
class FakeSession {
  now = 0;
  private readonly rows = [{ token: "0", parent: "", revoked: false, since: 0 }];

  get active() {
    return this.rows.filter((row) => !row.revoked);
  }

  show(index: number): string | null {
    const row = this.rows[index % this.rows.length];
    const [active] = this.active;
    if (!row) return null;
    const shown = { token: row.token, revoked: row.revoked, age_seconds: this.now - row.since };
    const rotation = rotationOf(shown, active ?? null, REUSE_SECONDS);
    if (rotation.kind === "repeat") return rotation.token;
    for (const other of this.active) Object.assign(other, { revoked: true, since: this.now });
    if (rotation.kind === "stolen") return null;
    const token = String(this.rows.length);
    this.rows.push({ token, parent: row.token, revoked: false, since: this.now });
    return token;
  }
}

test("in any order of uses and pauses a session has at most one active token, and hands out no other", () => {
  const steps = fc.array(fc.tuple(fc.nat(20), fc.constantFrom(0, 1, 5, 11, 3600)), { maxLength: 40 });
  fc.assert(
    fc.property(steps, (uses) => {
      const session = new FakeSession();
      for (const [index, pause] of uses) {
        session.now += pause;
        const handedOut = session.show(index);
        expect(session.active.map((row) => row.token)).toEqual(handedOut === null ? [] : [handedOut]);
      }
    }),
  );
});
