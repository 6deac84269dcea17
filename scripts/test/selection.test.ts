import { describe, expect, it } from "vitest";
import { PARTS, parseSelection, toTestCommand, toTitlePattern } from "./selection.ts";

const select = (...args: string[]) =>
  parseSelection(args, (path) => path.startsWith("tests/") || path.startsWith("app/"));
const partsOf = (...args: string[]) => Object.fromEntries(select(...args).parts);

describe("the selection of npm test", () => {
  it("is everything without arguments", () => {
    expect([...select().parts.keys()]).toEqual(PARTS);
    expect(select()).toMatchObject({ title: null, isLong: false });
    expect(select("--long").isLong).toBe(true);
  });

  it("has the named parts, in their usual order", () => {
    expect([...select("api", "unit").parts.keys()]).toEqual(["unit", "api"]);
  });

  it("has files and folders, in the part that they belong to", () => {
    expect(
      partsOf(
        "tests/api/mail",
        "tests/database",
        "app/lib/format/money.test.ts",
        "tests/screens/login.test.ts:12",
      ),
    ).toEqual({
      unit: ["app/lib/format/money.test.ts"],
      api: ["tests/api/mail", "tests/database"],
      screens: ["tests/screens/login.test.ts:12"],
    });
  });

  it("includes the build for parts that test the built shop", () => {
    expect(partsOf("tests/e2e/phone/purchase.spec.ts")).toEqual({
      build: [],
      browser: ["tests/e2e/phone/purchase.spec.ts"],
    });
  });

  it("rejects an unknown test in one line", () => {
    expect(() => select("brwoser")).toThrow(
      /^brwoser is neither a part \(types, .*\) nor a file of tests\.$/,
    );
  });
});

describe("the command for one test", () => {
  it("is quoted for a shell", () => {
    const failure = { file: "tests/e2e/phone/purchase.spec.ts", title: "a buyer's cart" };
    const test = "tests/e2e/phone/purchase.spec.ts -t 'a buyer'\\''s cart'";
    expect(toTestCommand(failure, false)).toBe(`npm test -- ${test}`);
    expect(toTestCommand(failure, true)).toBe(`npm run test:long -- ${test}`);
  });

  it("matches exactly that title", () => {
    const title = "an amount of 1.5 (in $)? [x] {y} a|b ^ \\ *";
    expect(title).toMatch(new RegExp(`^${toTitlePattern(title)}$`));
    expect("a group > says so").toMatch(new RegExp(`^${toTitlePattern("a group says so")}$`));
    expect(select("tests/api", "-t", title).title).toBe(title);
  });
});
