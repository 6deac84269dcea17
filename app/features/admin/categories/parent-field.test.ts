import { expect, it } from "vitest";
import { listParents } from "./parent-field.tsx";

const tree = ["a", "a > b", "a > b > c", "a > b > c > d", "a > e", "f"].map((path) => ({
  id: path.at(-1) ?? "",
  slug: path.at(-1) ?? "",
  path,
  level: path.split(" > ").length,
}));
const parentsOf = (id?: string) =>
  listParents(tree, id)
    .map((each) => each.id)
    .join("");

it("a new category is below any but those of the last level", () => {
  expect(parentsOf()).toBe("abcef");
});

it("a category is not below itself or its own branch", () => {
  expect(parentsOf("a")).toBe("f");
  expect(parentsOf("b")).toBe("aef");
  expect(parentsOf("e")).toBe("abcf");
  expect(parentsOf("f")).toBe("abce");
});
