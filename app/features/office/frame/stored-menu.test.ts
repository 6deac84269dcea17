import { expect, test } from "vitest";
import { isMenuFolded } from "./stored-menu.ts";

test("the menu is open until it was folded", () => {
  expect(isMenuFolded("")).toBe(false);
  expect(isMenuFolded("theme=x; office_menu=open")).toBe(false);
  expect(isMenuFolded("theme=x; office_menu=folded; a=b")).toBe(true);
  expect(isMenuFolded("my_office_menu=folded")).toBe(false);
});
