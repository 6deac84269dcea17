import { describe, expect, it } from "vitest";
import { commandFor, PARTS, patternOf, readSelection } from "./selection.ts";

const select = (...args: string[]) =>
  readSelection(args, (path) => path.startsWith("tests/") || path.startsWith("app/"));
const partsOf = (...args: string[]) => Object.fromEntries(select(...args).parts);

describe("what npm test runs", () => {
  it("is everything, unless something is named", () => {
    expect([...select().parts.keys()]).toEqual(PARTS);
    expect(select()).toMatchObject({ title: null, isLong: false });
    expect(select("--long").isLong).toBe(true);
  });

  it("are the named parts, in their usual order", () => {
    expect([...select("api", "unit").parts.keys()]).toEqual(["unit", "api"]);
  });

  it("are files and folders, in the part that they belong to", () => {
    expect(partsOf("tests/api/mail", "app/lib/money.test.ts", "tests/screens/login.test.ts:12")).toEqual({
      unit: ["app/lib/money.test.ts"],
      api: ["tests/api/mail"],
      screens: ["tests/screens/login.test.ts:12"],
    });
  });

  it("is built first where the built shop is tested", () => {
    expect(partsOf("tests/e2e/phone/purchase.spec.ts")).toEqual({
      build: [],
      browser: ["tests/e2e/phone/purchase.spec.ts"],
    });
  });

  it("is refused in one line where there is no such test", () => {
    expect(() => select("brwoser")).toThrow(
      /^brwoser is neither a part \(types, .*\) nor a file of tests\.$/,
    );
  });
});

describe("the command for one test", () => {
  it("can be pasted into a shell", () => {
    expect(commandFor({ file: "tests/e2e/phone/purchase.spec.ts", title: "a buyer's cart" })).toBe(
      "npm test -- tests/e2e/phone/purchase.spec.ts -t 'a buyer'\\''s cart'",
    );
  });

  it("finds exactly that title", () => {
    const title = "an amount of 1.5 (in $)? [x] {y} a|b ^ \\ *";
    expect(title).toMatch(new RegExp(`^${patternOf(title)}$`));
    expect("a group > says so").toMatch(new RegExp(`^${patternOf("a group says so")}$`));
    expect(select("tests/api", "-t", title).title).toBe(title);
  });
});
