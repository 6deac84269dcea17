import { expect, test } from "vitest";
import { isMenuCollapsed } from "./menu-cookie.ts";

test("the menu is expanded unless the cookie says otherwise", () => {
  expect(isMenuCollapsed("")).toBe(false);
  expect(isMenuCollapsed("theme=x; office_menu=open")).toBe(false);
  expect(isMenuCollapsed("theme=x; office_menu=folded; a=b")).toBe(true);
  expect(isMenuCollapsed("my_office_menu=folded")).toBe(false);
});
