import fc from "fast-check";
import { expect, test } from "vitest";
import { type ActiveToken, decideRotation, type PresentedToken } from "./refresh-token-rotation.ts";

const REUSE_SECONDS = 10;

function used(token: string, ageSeconds: number): PresentedToken {
  return { token, revoked: true, age_seconds: ageSeconds };
}

test("an active token is rotated, whatever its age", () => {
  const presented = { token: "a", revoked: false, age_seconds: 1e9 };
  expect(decideRotation(presented, { token: "a", parent: null }, REUSE_SECONDS)).toEqual({ kind: "rotate" });
});

test.each<[string, PresentedToken, ActiveToken | null, ReturnType<typeof decideRotation>]>([
  [
    "the parent of the active one, late",
    used("a", 1e6),
    { token: "b", parent: "a" },
    { kind: "reuse", token: "b" },
  ],
  ["an older one, in time", used("a", 10), { token: "c", parent: "b" }, { kind: "reuse", token: "c" }],
  ["an older one, late", used("a", 10.1), { token: "c", parent: "b" }, { kind: "theft-detected" }],
  ["one of a family that was ended", used("a", 0), null, { kind: "theft-detected" }],
])("a used token, %s", (_what, presented, active, rotation) => {
  expect(decideRotation(presented, active, REUSE_SECONDS)).toEqual(rotation);
});

/** A session in memory that applies decideRotation as the endpoint does with the database. */
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
    const presented = { token: row.token, revoked: row.revoked, age_seconds: this.now - row.since };
    const rotation = decideRotation(presented, active ?? null, REUSE_SECONDS);
    if (rotation.kind === "reuse") return rotation.token;
    for (const other of this.active) Object.assign(other, { revoked: true, since: this.now });
    if (rotation.kind === "theft-detected") return null;
    const token = String(this.rows.length);
    this.rows.push({ token, parent: row.token, revoked: false, since: this.now });
    return token;
  }
}

test("whatever the order of uses and pauses, a session has at most one active token, and issues no other", () => {
  const steps = fc.array(fc.tuple(fc.nat(20), fc.constantFrom(0, 1, 5, 11, 3600)), { maxLength: 40 });
  fc.assert(
    fc.property(steps, (uses) => {
      const session = new FakeSession();
      for (const [index, pause] of uses) {
        session.now += pause;
        const issued = session.show(index);
        expect(session.active.map((row) => row.token)).toEqual(issued === null ? [] : [issued]);
      }
    }),
  );
});
